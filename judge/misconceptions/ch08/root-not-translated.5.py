"""Another way to act on the same belief."""


class TorchGroup:
    def gather(self, x: Tensor, dim: int = -1, dst: int = 0) -> Tensor | None:
        contiguous(x)
        self.global_rank(dst)
        if self.size == 1:
            return x
        parts = [torch.empty_like(x) for _ in range(self.size)] if self.rank == dst else None
        dist.gather(x, parts, dst=dst, group=self.process_group)
        return None if parts is None else torch.cat(parts, dim)
