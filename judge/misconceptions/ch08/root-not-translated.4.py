"""Another way to act on the same belief."""


class TorchGroup:
    def broadcast(self, x: Tensor, src: int = 0) -> Tensor:
        contiguous(x)
        if self.size > 1:
            dist.broadcast(x, src=src, group=self.process_group)
        return x
