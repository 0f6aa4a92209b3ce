"""Another way to act on the same belief."""


class TorchGroup:
    def all_gather(self, x: Tensor, dim: int = -1) -> Tensor:
        if self.size == 1:
            return x
        parts = [torch.empty_like(x) for _ in range(self.size)]
        dist.all_gather(parts, x, group=self.process_group)
        return torch.cat(parts, dim)
