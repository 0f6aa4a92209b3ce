"""runtime_error: lm_head is not known to be cut."""

import torch


def merge(key, shards, num_kv_heads, vocab_size):
    module, kind = key.split(".")[-2:]
    if module in _COLUMNS and kind == "weight":
        return torch.cat(tuple(shards), dim=1)
    if module in _ROWS:
        return torch.cat(tuple(shards))
    if module == "embed_tokens":
        return torch.cat(tuple(shards))[:vocab_size]
    copies = max(1, len(shards) // num_kv_heads) if module in _KV else len(shards)
    for rank, shard in enumerate(shards):
        if not torch.equal(shard, shards[rank // copies * copies]):
            raise ValueError(key)
    return torch.cat(tuple(shards[::copies]))
