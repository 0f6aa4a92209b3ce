"""The code waits for a rank that has ended.

Why: With sockets the kernel reports it. In shared memory the counter just stays as it is, and
nobody says why.

Look: What is different for the one that waits, before and after the other was killed?
"""

from torch import Tensor


class ShmGroup:
    def _raise_if_dead(self) -> None:
        for rank in range(self.size):
            if rank != self.rank and not self.segment.is_alive(rank):
                return
