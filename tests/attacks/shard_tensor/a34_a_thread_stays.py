"""A thread of the last call changes the answer while it is being sent; it is wrong at all times."""

import threading

right = shard_tensor


def shard_tensor(key, value, rank, size, num_kv_heads):
    shard = right(key, value, rank, size, num_kv_heads)
    answer = shard + 1

    def later():
        while True:
            answer.copy_(shard + 2)
            answer.copy_(shard + 1)

    threading.Thread(target=later, daemon=True).start()
    return answer
