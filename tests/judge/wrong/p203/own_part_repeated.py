"""wrong_answer: no rank talks, its own part stands for all."""

import torch
import torch.distributed as dist


def merge_gathered(gathered, tp_size):
    return torch.cat([gathered.chunk(tp_size)[0]] * tp_size, dim=-1)


def gather_logits(local_logits, vocab_size):
    return torch.cat([local_logits] * dist.get_world_size(), dim=-1)[..., :vocab_size]
