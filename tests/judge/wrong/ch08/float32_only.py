"""wrong_answer: every dtype becomes float32 on the way"""


class TorchGroup:
    def all_reduce(self, x: Tensor) -> Tensor:
        contiguous(x)
        if self.size > 1:
            x = x.float()
            dist.all_reduce(x, group=self.process_group)
        return x

    def all_gather(self, x: Tensor, dim: int = -1) -> Tensor:
        contiguous(x)
        if self.size == 1:
            return x
        parts = [torch.empty(x.shape) for _ in range(self.size)]
        dist.all_gather(parts, x.float(), group=self.process_group)
        return torch.cat(parts, dim)

    def gather(self, x: Tensor, dim: int = -1, dst: int = 0) -> Tensor | None:
        contiguous(x)
        if self.size == 1:
            return x
        parts = [torch.empty(x.shape) for _ in range(self.size)] if self.rank == dst else None
        dist.gather(x.float(), parts, dst=self.global_rank(dst), group=self.process_group)
        return None if parts is None else torch.cat(parts, dim)

    def broadcast(self, x: Tensor, src: int = 0) -> Tensor:
        contiguous(x)
        if self.size > 1:
            x = x.float()
            dist.broadcast(x, src=self.global_rank(src), group=self.process_group)
        return x
