"""deadlock: a root outside the group is taken for the last rank"""


class TorchGroup:
    def gather(self, x: Tensor, dim: int = -1, dst: int = 0) -> Tensor | None:
        contiguous(x)
        if self.size == 1:
            return x
        parts = [torch.empty_like(x) for _ in range(self.size)] if self.rank == dst else None
        dist.gather(
            x, parts, dst=self.global_rank(min(dst, self.size - 1)), group=self.process_group
        )
        return None if parts is None else torch.cat(parts, dim)
