"""wrong_answer: a merged bias of q, gate or up is rank 0's."""

import torch


def merge(key, shards, num_kv_heads, vocab_size):
    module, kind = key.split(".")[-2:]
    if module in _COLUMNS and kind == "weight":
        return torch.cat(tuple(shards), dim=1)
    if module in _ROWS:
        return torch.cat(tuple(shards)) if kind == "weight" else shards[0]
    if module in _VOCAB:
        return torch.cat(tuple(shards))[:vocab_size]
    copies = max(1, len(shards) // num_kv_heads) if module in _KV else len(shards)
    for rank, shard in enumerate(shards):
        if not torch.equal(shard, shards[rank // copies * copies]):
            raise ValueError(key)
    return torch.cat(tuple(shards[::copies]))
