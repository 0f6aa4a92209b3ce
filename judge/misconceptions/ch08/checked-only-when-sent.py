"""The code does not look at the strides in a group of one.

Why: At size 1 nothing is sent, so nothing can go wrong. But code is written and tried on one rank
first: a mistake that only shows on two ranks is found late.

Look: What does a transpose come to at size 1, and what at size 2?
"""


class TorchGroup:
    def all_reduce(self, x: Tensor) -> Tensor:
        if self.size > 1:
            contiguous(x)
            dist.all_reduce(x, group=self.process_group)
        return x
