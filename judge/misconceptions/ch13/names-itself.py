"""The error does not name the rank that has ended.

Why: The rank that waits raises it, and says what it knows of itself. What one needs to know is
which process died: its log says why.

Look: Which rank's log would you open first after this message?
"""

from torch import Tensor


class ShmGroup:
    def _raise_if_dead(self) -> None:
        others = [rank for rank in range(self.size) if rank != self.rank]
        ended = [rank for rank in others if not self.segment.is_alive(rank)]
        if any(self.segment.ticks[rank] < self.tick for rank in ended):
            raise ConnectionError(f"rank {self.rank} waits for a rank that has ended")
