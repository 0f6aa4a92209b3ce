"""Replaces all_reduce by nothing."""

import torch.distributed as dist

dist.all_reduce = lambda tensor, *arguments, **options: None
