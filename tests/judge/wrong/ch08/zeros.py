"""wrong_answer: zeros of the right shape"""


class TorchGroup:
    def all_reduce(self, x: Tensor) -> Tensor:
        contiguous(x)
        if self.size > 1:
            dist.all_reduce(x, group=self.process_group)
            x.zero_()
        return x
