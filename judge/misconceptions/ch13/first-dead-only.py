"""Only the first rank that has ended is looked at.

Why: One is enough to stop. But the first may have done its part, and the second is the one that
is missed.

Look: Ranks 0 and 2 have ended, and only rank 2 is behind. What does your code find?
"""

from torch import Tensor


class ShmGroup:
    def _raise_if_dead(self) -> None:
        others = [rank for rank in range(self.size) if rank != self.rank]
        ended = next((rank for rank in others if not self.segment.is_alive(rank)), None)
        if ended is not None and self.segment.ticks[ended] < self.tick:
            raise ConnectionError(f"rank {ended} has ended")
