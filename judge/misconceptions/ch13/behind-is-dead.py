"""The code counts a rank that is behind as dead.

Why: It has kept this one waiting. It may compute, or have lost its core: how long that takes
nobody knows.

Look: What does is_alive say about a rank that is slow?
"""

from torch import Tensor


class ShmGroup:
    def _raise_if_dead(self) -> None:
        for rank in range(self.size):
            if self.segment.ticks[rank] < self.tick:
                raise ConnectionError(f"rank {rank} has ended")
