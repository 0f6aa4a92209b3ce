"""Still says that it is not written."""


def shard_tensor(key, value, rank, size, num_kv_heads):
    raise NotImplementedError
