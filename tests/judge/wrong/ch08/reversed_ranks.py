"""wrong_answer: the parts in the opposite order"""


class TorchGroup:
    def all_gather(self, x: Tensor, dim: int = -1) -> Tensor:
        contiguous(x)
        if self.size == 1:
            return x
        parts = [torch.empty_like(x) for _ in range(self.size)]
        dist.all_gather(parts, x, group=self.process_group)
        return torch.cat(parts[::-1], dim)
