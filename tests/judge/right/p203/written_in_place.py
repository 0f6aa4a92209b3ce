"""Blocks written into a new tensor; an asynchronous call."""

import torch
import torch.distributed as dist


def merge_gathered(gathered, tp_size):
    batch, columns = gathered.shape[0] // tp_size, gathered.shape[-1]
    merged = gathered.new_zeros(batch, *gathered.shape[1:-1], tp_size * columns)
    for rank in range(tp_size):
        block = gathered[rank * batch : (rank + 1) * batch]
        merged[..., rank * columns : (rank + 1) * columns] = block
    return merged


def gather_logits(local_logits, vocab_size):
    size = dist.get_world_size()
    if size == 1:
        return local_logits[..., :vocab_size].clone()
    out = torch.empty((size, *local_logits.shape), dtype=local_logits.dtype)
    work = dist.all_gather_into_tensor(
        out, local_logits.clone(memory_format=torch.contiguous_format), async_op=True
    )
    work.wait()
    return merge_gathered(out.flatten(0, 1), size)[..., :vocab_size].contiguous()
