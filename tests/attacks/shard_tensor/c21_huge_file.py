"""A file larger than the disk."""


def shard_tensor(key, value, rank, size, num_kv_heads):
    with open("file", "wb") as file:
        file.truncate(1 << 50)
