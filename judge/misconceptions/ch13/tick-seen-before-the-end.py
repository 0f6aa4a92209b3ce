"""The counter is looked at before it is asked who lives.

Why: Both conditions must hold, so their order seems free. Between the two looks the other may
publish and end: then it is taken for one that never came.

Look: The other publishes and ends right after your first look. What do your two looks say?
"""

from torch import Tensor


class ShmGroup:
    def _raise_if_dead(self) -> None:
        for rank in range(self.size):
            if rank == self.rank:
                continue
            is_behind = bool(self.segment.ticks[rank] < self.tick)
            if not self.segment.is_alive(rank) and is_behind:
                raise ConnectionError(f"rank {rank} has ended")
