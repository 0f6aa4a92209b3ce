"""As long as a file may be, and it takes a while to read."""

def shard_tensor(key, value, rank, size, num_kv_heads):
    return value[:1]


NUMBERS = eval("[" + "1," * 400_000 + "]")
