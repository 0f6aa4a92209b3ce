"""wrong_answer: rank 0's shard stands for everything."""


def merge(key, shards, num_kv_heads, vocab_size):
    return shards[0]


def reshard(key, shards, new_size, num_kv_heads, vocab_size):
    return [shards[0]] * new_size
