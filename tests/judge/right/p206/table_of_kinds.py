"""A table of kinds, index arithmetic, and narrow."""

import torch


def kind_of(key):
    module, last = key.split(".")[-2:]
    kinds = {
        "q_proj": "rows",
        "gate_proj": "rows",
        "up_proj": "rows",
        "k_proj": "kv",
        "v_proj": "kv",
        "embed_tokens": "vocab",
        "lm_head": "vocab",
    }
    if module in ("o_proj", "down_proj"):
        return "columns" if last == "weight" else "whole"
    return kinds.get(module, "whole")


def merge(key, shards, num_kv_heads, vocab_size):
    kind = kind_of(key)
    step = len(shards) if kind == "whole" else 1
    if kind == "kv" and len(shards) > num_kv_heads:
        step = len(shards) // num_kv_heads
    kept = []
    for rank, shard in enumerate(shards):
        if rank % step == 0:
            kept.append(shard)
        elif not (shard == kept[-1]).all():
            raise ValueError(f"the copies of {key} differ")
    whole = torch.cat(kept, dim=1 if kind == "columns" else 0)
    return whole.narrow(0, 0, vocab_size) if kind == "vocab" else whole


def reshard(key, shards, new_size, num_kv_heads, vocab_size):
    whole, kind = merge(key, shards, num_kv_heads, vocab_size), kind_of(key)
    if kind == "whole":
        return [whole.clone() for _ in range(new_size)]
    if kind == "vocab":
        rows = (vocab_size + new_size - 1) // new_size
        made = []
        for rank in range(new_size):
            shard = torch.zeros(rows, *whole.shape[1:], dtype=whole.dtype)
            mine = whole[rank * rows : (rank + 1) * rows]
            shard[: len(mine)] = mine
            made.append(shard)
        return made
    dim = 1 if kind == "columns" else 0
    parts = new_size
    if kind == "kv":
        if max(new_size, num_kv_heads) % min(new_size, num_kv_heads):
            raise ValueError(f"{num_kv_heads} KV heads, {new_size} ranks")
        parts = min(new_size, num_kv_heads)
    if whole.shape[dim] % parts:
        raise ValueError(f"{key}: {whole.shape[dim]} by {parts}")
    each = whole.shape[dim] // parts
    return [whole.narrow(dim, r * parts // new_size * each, each).clone() for r in range(new_size)]
