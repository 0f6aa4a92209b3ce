"""Another way to act on the same belief."""


class TorchGroup:
    def broadcast(self, x: Tensor, src: int = 0) -> Tensor:
        contiguous(x)
        dist.broadcast(x, src=self.global_rank(src), group=self.process_group)
        return x
