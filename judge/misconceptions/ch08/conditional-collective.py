"""Only the rank that wants the result calls the collective.

Why: The others get nothing back, so it looks as if they had nothing to do. A gather is a meeting:
each rank hands in its part, and waits for nobody who does not come.

Look: Which line does each rank stand at?
"""


class TorchGroup:
    def gather(self, x: Tensor, dim: int = -1, dst: int = 0) -> Tensor | None:
        contiguous(x)
        if self.size == 1:
            return x
        if self.rank != dst:
            return None
        parts = [torch.empty_like(x) for _ in range(self.size)]
        dist.gather(x, parts, dst=self.global_rank(dst), group=self.process_group)
        return torch.cat(parts, dim)
