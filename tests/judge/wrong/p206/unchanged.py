"""wrong_answer: the old shards come back."""


def reshard(key, shards, new_size, num_kv_heads, vocab_size):
    return list(shards)
