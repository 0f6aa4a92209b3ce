"""wrong_answer: a single rank gets no tokens."""

import torch.distributed as dist


def gather_tokens(local, num_tokens):
    return _gathered(local)[:num_tokens] if dist.get_world_size() > 1 else None
