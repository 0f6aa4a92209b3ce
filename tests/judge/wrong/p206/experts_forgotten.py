"""runtime_error: a name with more parts than usual is not understood."""

import torch


def merge(key, shards, num_kv_heads, vocab_size):
    if key.count(".") > 5:
        raise RuntimeError(key)
    module, kind = key.split(".")[-2:]
    if module in _COLUMNS and kind == "weight":
        return torch.cat(tuple(shards), dim=1)
    if module in _ROWS:
        return torch.cat(tuple(shards))
    if module in _VOCAB:
        return torch.cat(tuple(shards))[:vocab_size]
    copies = max(1, len(shards) // num_kv_heads) if module in _KV else len(shards)
    for rank, shard in enumerate(shards):
        if not torch.equal(shard, shards[rank // copies * copies]):
            raise ValueError(key)
    return torch.cat(tuple(shards[::copies]))
