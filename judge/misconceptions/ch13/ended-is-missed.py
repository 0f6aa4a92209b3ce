"""The code takes any rank that has ended for an error.

Why: A dead rank is bad news. But it may have published this tick before it ended, as at the end
of a program, and then nothing is missing.

Look: Rank 2 has published this tick and ended. Does this rank still wait for it?
"""

from torch import Tensor


class ShmGroup:
    def _raise_if_dead(self) -> None:
        for rank in range(self.size):
            if rank != self.rank and not self.segment.is_alive(rank):
                raise ConnectionError(f"rank {rank} has ended")
