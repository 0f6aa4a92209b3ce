"""wrong_answer: without dst or src, rank 1 is the root."""

import torch
import torch.distributed as dist


class TorchGroup:
    def gather(self, x, dim=-1, dst=1):
        contiguous(x)
        if self.size == 1:
            return x
        parts = [torch.empty_like(x) for _ in range(self.size)] if self.rank == dst else None
        dist.gather(x, parts, dst=self.global_rank(dst), group=self.process_group)
        return None if parts is None else torch.cat(parts, dim)

    def broadcast(self, x, src=1):
        contiguous(x)
        if self.size > 1:
            dist.broadcast(x, src=self.global_rank(src), group=self.process_group)
        return x
