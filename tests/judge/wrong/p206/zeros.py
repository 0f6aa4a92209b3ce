"""wrong_answer: every number is 0."""

import torch


def merge(key, shards, num_kv_heads, vocab_size):
    return torch.zeros_like(shards[0])


def reshard(key, shards, new_size, num_kv_heads, vocab_size):
    return [torch.zeros_like(shards[0]) for _ in range(new_size)]
