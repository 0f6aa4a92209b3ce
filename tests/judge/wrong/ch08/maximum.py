"""wrong_answer: the largest of the numbers instead of their sum"""


class TorchGroup:
    def all_reduce(self, x: Tensor) -> Tensor:
        contiguous(x)
        if self.size > 1:
            dist.all_reduce(x, op=dist.ReduceOp.MAX, group=self.process_group)
        return x
