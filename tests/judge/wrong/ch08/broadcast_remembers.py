"""wrong_answer: the first result is kept for good"""


class TorchGroup:
    def broadcast(self, x: Tensor, src: int = 0) -> Tensor:
        contiguous(x)
        if self.size > 1:
            dist.broadcast(x, src=self.global_rank(src), group=self.process_group)
        return self.__dict__.setdefault("kept", x)
