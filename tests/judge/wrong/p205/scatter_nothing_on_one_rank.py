"""wrong_answer: a single rank gets no sum."""

import torch.distributed as dist


def scatter_sum(partial):
    return _scattered(partial) if dist.get_world_size() > 1 else None
