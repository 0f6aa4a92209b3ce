"""wrong_answer: the new shards are in the reverse order."""


def reshard(key, shards, new_size, num_kv_heads, vocab_size):
    whole = merge(key, shards, num_kv_heads, vocab_size)
    if whole.shape[0] % new_size:
        raise ValueError(f"{key} {new_size}")
    return [part.clone() for part in whole.chunk(new_size)][::-1]
