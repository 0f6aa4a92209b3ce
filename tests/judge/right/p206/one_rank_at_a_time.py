"""A function that makes the shard of one rank, called for each."""

import torch


def merge(key, shards, num_kv_heads, vocab_size):
    *_, module, kind = key.split(".")
    size = len(shards)
    if (module, kind) in (("o_proj", "weight"), ("down_proj", "weight")):
        return torch.cat(list(shards), 1)
    if module in ("embed_tokens", "lm_head"):
        return torch.cat(list(shards), 0)[torch.arange(vocab_size)]
    if module in ("q_proj", "gate_proj", "up_proj"):
        return torch.cat(list(shards), 0)
    heads = num_kv_heads if module in ("k_proj", "v_proj") else 1
    owners = [rank * heads // size for rank in range(size)] if heads < size else range(size)
    kept = {}
    for owner, shard in zip(owners, shards, strict=True):
        if not torch.equal(kept.setdefault(owner, shard), shard):
            raise ValueError(f"{key} is not the same on all ranks")
    return torch.cat([kept[owner] for owner in sorted(kept)], 0)


def shard_of(key, whole, rank, size, num_kv_heads):
    *_, module, kind = key.split(".")
    if module in ("embed_tokens", "lm_head"):
        rows = -(-len(whole) // size)
        index = torch.arange(rank * rows, (rank + 1) * rows)
        there = (index < len(whole)).unsqueeze(-1)
        return whole[index.clamp(max=len(whole) - 1)] * there
    if module in ("k_proj", "v_proj"):
        if num_kv_heads % size and size % num_kv_heads:
            raise ValueError(f"{num_kv_heads} and {size}")
        head = len(whole) // num_kv_heads
        first = rank * num_kv_heads // size * head
        return whole[first : first + max(1, num_kv_heads // size) * head].clone()
    if module in ("o_proj", "down_proj") and kind == "weight":
        return shard_of("m.q_proj.weight", whole.T, rank, size, num_kv_heads).T.contiguous()
    if module in ("q_proj", "gate_proj", "up_proj"):
        rows, rest = divmod(len(whole), size)
        if rest:
            raise ValueError(f"{len(whole)} and {size}")
        return whole[rank * rows :][:rows].clone()
    return whole


def reshard(key, shards, new_size, num_kv_heads, vocab_size):
    whole = merge(key, shards, num_kv_heads, vocab_size)
    return [shard_of(key, whole, rank, new_size, num_kv_heads) for rank in range(new_size)]
