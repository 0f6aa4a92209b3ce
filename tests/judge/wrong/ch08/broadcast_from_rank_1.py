"""wrong_answer: without src, rank 1 is the root"""


class TorchGroup:
    def broadcast(self, x: Tensor, src: int = 1) -> Tensor:
        contiguous(x)
        if self.size > 1:
            dist.broadcast(x, src=self.global_rank(src), group=self.process_group)
        return x
