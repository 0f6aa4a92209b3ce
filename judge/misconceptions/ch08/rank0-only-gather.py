"""The code gives the result of a gather to rank 0, whatever dst says.

Why: Rank 0 is where results are collected in most programs, and dst is 0 unless somebody says
otherwise. When somebody does, another rank needs the buffers.

Look: Which rank makes the list of buffers when dst is 1?
"""


class TorchGroup:
    def gather(self, x: Tensor, dim: int = -1, dst: int = 0) -> Tensor | None:
        contiguous(x)
        if self.size == 1:
            return x
        parts = [torch.empty_like(x) for _ in range(self.size)] if self.rank == 0 else None
        dist.gather(x, parts, dst=self.global_rank(0), group=self.process_group)
        return None if parts is None else torch.cat(parts, dim)
