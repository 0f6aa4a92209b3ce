"""A rank waits for the first one only."""

from torch import Tensor


class ShmGroup:
    def _meet(self) -> None:
        self.tick += 1
        self.segment.ticks[self.rank] = self.tick
        if self.segment.ticks[0] < self.tick:
            self._wait_for(0)
