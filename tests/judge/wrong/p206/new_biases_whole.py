"""wrong_answer: the bias of a row-wise cut stays whole on the new ranks."""

import torch


def reshard(key, shards, new_size, num_kv_heads, vocab_size):
    whole = merge(key, shards, num_kv_heads, vocab_size)
    module, kind = key.split(".")[-2:]
    if module in _COLUMNS and kind == "weight":
        return [part.clone() for part in _equal_parts(whole, new_size, dim=1)]
    if module in _ROWS and kind == "weight":
        return [part.clone() for part in _equal_parts(whole, new_size)]
    if module in _KV:
        count = min(new_size, num_kv_heads)
        if new_size % count or num_kv_heads % count:
            raise ValueError(f"{num_kv_heads} {new_size}")
        parts = _equal_parts(whole, count)
        return [parts[rank * count // new_size].clone() for rank in range(new_size)]
    if module in _VOCAB:
        rows = -(-vocab_size // new_size)
        padding = whole.new_zeros(rows * new_size - vocab_size, whole.shape[1])
        return [part.clone() for part in torch.cat([whole, padding]).split(rows)]
    return [whole] * new_size
