"""One parameter is missing."""


def shard_tensor(key, value, rank, size):
    return value
