"""wrong_answer: the rank is moved to where it belongs with three dimensions."""

import torch
import torch.distributed as dist


def merge_gathered(gathered, tp_size):
    batch, columns = gathered.shape[0] // tp_size, gathered.shape[-1]
    blocks = gathered.view(tp_size, batch, *gathered.shape[1:])
    if gathered.ndim == 2:
        return blocks.permute(1, 0, 2).reshape(batch, -1)
    return blocks.permute(1, 2, 0, *range(3, blocks.ndim)).reshape(
        batch, *gathered.shape[1:-1], tp_size * columns
    )


def gather_logits(local_logits, vocab_size):
    own = local_logits.contiguous()
    parts = [torch.empty_like(own) for _ in range(dist.get_world_size())]
    dist.all_gather(parts, own)
    return torch.cat(parts, dim=-1)[..., :vocab_size]
