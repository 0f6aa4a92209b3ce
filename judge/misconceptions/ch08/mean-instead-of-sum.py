"""The code averages in the all-reduce.

Why: In data parallel training the gradients are averaged, and all-reduce is met there first.
Partial sums are parts of one number: they add up.

Look: By which factor does the result differ, at two ranks and at three?
"""


class TorchGroup:
    def all_reduce(self, x: Tensor) -> Tensor:
        contiguous(x)
        if self.size > 1:
            dist.all_reduce(x, group=self.process_group)
            x = (x / self.size).to(x.dtype)
        return x
