"""runtime_error: a counter that has no room for the 256th meeting."""

import numpy as np


class ShmGroup:
    def _meet(self):
        self.tick += 1
        self.segment.ticks[self.rank] = np.array([0], np.uint8)[0] + np.uint8(self.tick)
        for peer in range(self.size):
            if self.segment.ticks[peer] < self.tick:
                self._wait_for(peer)

    def _raise_if_dead(self):
        for rank in range(self.size):
            if rank == self.rank or self.segment.is_alive(rank):
                continue
            if self.segment.ticks[rank] < self.tick:
                raise ConnectionError(f"rank {rank} has ended")
