"""The code makes the collective in a group of one too.

Why: The result is right, so nothing seems to be wrong. The call costs a round trip through the
backend each time, and the same code should run at size 1 as fast as without a group.

Look: Which collectives does one rank alone need?
"""


class TorchGroup:
    def all_reduce(self, x: Tensor) -> Tensor:
        contiguous(x)
        dist.all_reduce(x, group=self.process_group)
        return x
