"""A chain of ifs on the name; heads as a dimension of their own."""

import torch


def all_equal(key, tensors):
    for tensor in tensors:
        if not torch.equal(tensor, tensors[0]):
            raise ValueError(key + ": copies differ")
    return tensors[0]


def merge(key, shards, num_kv_heads, vocab_size):
    shards = list(shards)
    if key.endswith(("o_proj.weight", "down_proj.weight")):
        return torch.hstack(shards)
    if any(name in key for name in (".q_proj.", ".gate_proj.", ".up_proj.")):
        return torch.cat(shards)
    if ".k_proj." in key or ".v_proj." in key:
        if len(shards) <= num_kv_heads:
            return torch.cat(shards)
        n = len(shards) // num_kv_heads
        return torch.cat([all_equal(key, shards[i : i + n]) for i in range(0, len(shards), n)])
    if "embed_tokens." in key or key.startswith("lm_head."):
        return torch.vstack(shards)[:vocab_size].clone()
    return all_equal(key, shards)


def reshard(key, shards, new_size, num_kv_heads, vocab_size):
    whole = merge(key, shards, num_kv_heads, vocab_size)
    if key.endswith(("o_proj.weight", "down_proj.weight")):
        if whole.shape[1] % new_size:
            raise ValueError(f"{whole.shape[1]} columns for {new_size} ranks")
        return [part.contiguous().clone() for part in whole.tensor_split(new_size, dim=1)]
    if any(name in key for name in (".q_proj.", ".gate_proj.", ".up_proj.")):
        return (
            list(whole.clone().reshape(new_size, -1, *whole.shape[1:]).clone().unbind())
            if (new_size == 1)
            else [part.clone() for part in rows(whole, new_size)]
        )
    if ".k_proj." in key or ".v_proj." in key:
        heads = whole.unflatten(0, (num_kv_heads, -1))
        if num_kv_heads % new_size and new_size % num_kv_heads:
            raise ValueError(f"{num_kv_heads} heads for {new_size} ranks")
        count = max(1, num_kv_heads // new_size)
        firsts = [rank * num_kv_heads // new_size for rank in range(new_size)]
        return [heads[first : first + count].flatten(0, 1).clone() for first in firsts]
    if "embed_tokens." in key or key.startswith("lm_head."):
        each = -(-vocab_size // new_size)
        padded = torch.nn.functional.pad(whole, (0, 0, 0, each * new_size - vocab_size))
        return [padded[i : i + each].clone() for i in range(0, each * new_size, each)]
    return [whole for _ in range(new_size)]


def rows(whole, count):
    if len(whole) % count:
        raise ValueError(f"{len(whole)} rows for {count} ranks")
    return whole.chunk(count)
