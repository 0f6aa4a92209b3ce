"""Opens files until none is left."""


def shard_tensor(key, value, rank, size, num_kv_heads):
    files = []
    while True:
        files.append(open("/dev/null"))
