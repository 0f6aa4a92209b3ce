"""wrong_answer: without dst, rank 1 is the root"""


class TorchGroup:
    def gather(self, x: Tensor, dim: int = -1, dst: int = 1) -> Tensor | None:
        contiguous(x)
        if self.size == 1:
            return x
        parts = [torch.empty_like(x) for _ in range(self.size)] if self.rank == dst else None
        dist.gather(x, parts, dst=self.global_rank(dst), group=self.process_group)
        return None if parts is None else torch.cat(parts, dim)
