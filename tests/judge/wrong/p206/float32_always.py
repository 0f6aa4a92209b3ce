"""wrong_answer: bfloat16 becomes float32."""

import torch


def merge(key, shards, num_kv_heads, vocab_size):
    module, kind = key.split(".")[-2:]
    shards = [shard.float() for shard in shards]
    if module in _COLUMNS and kind == "weight":
        return torch.cat(shards, dim=1)
    if module in _ROWS:
        return torch.cat(shards)
    if module in _VOCAB:
        return torch.cat(shards)[:vocab_size]
    copies = max(1, len(shards) // num_kv_heads) if module in _KV else len(shards)
    for rank, shard in enumerate(shards):
        if not torch.equal(shard, shards[rank // copies * copies]):
            raise ValueError(key)
    return torch.cat(shards[::copies])
