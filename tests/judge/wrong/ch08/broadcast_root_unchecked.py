"""wrong_answer: a root outside the group is taken for the last rank"""


class TorchGroup:
    def broadcast(self, x: Tensor, src: int = 0) -> Tensor:
        contiguous(x)
        if self.size > 1:
            dist.broadcast(
                x, src=self.global_rank(min(src, self.size - 1)), group=self.process_group
            )
        return x
