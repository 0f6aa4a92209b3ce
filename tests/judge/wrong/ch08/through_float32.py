"""wrong_answer: whole numbers travel as float32"""


class TorchGroup:
    def all_gather(self, x: Tensor, dim: int = -1) -> Tensor:
        contiguous(x)
        parts = [torch.empty_like(x, dtype=torch.float32) for _ in range(self.size)]
        if self.size == 1:
            return x
        dist.all_gather(parts, x.float(), group=self.process_group)
        return torch.cat(parts, dim).to(x.dtype)

    def all_reduce(self, x: Tensor) -> Tensor:
        contiguous(x)
        if self.size > 1:
            y = x.float()
            dist.all_reduce(y, group=self.process_group)
            x.copy_(y)
        return x
