"""The name is not quite the one that was asked for."""

def div_even(a, b, allow_replicate=False):
    return a // b


def shard_tensr(key, value, rank, size, num_kv_heads):
    return value
