"""Another way to act on the same belief."""


class TorchGroup:
    def all_reduce(self, x: Tensor) -> Tensor:
        contiguous(x)
        if self.size > 1:
            dist.all_reduce(x)
        return x
