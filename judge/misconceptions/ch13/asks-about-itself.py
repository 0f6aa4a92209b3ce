"""The code lets a rank ask whether it is alive itself.

Why: A loop over all ranks is the shortest. But a lock never stops the process that holds it: the
answer is no, and asking gives the lock back.

Look: What does is_alive do after it has got the lock?
"""

from torch import Tensor


class ShmGroup:
    def _raise_if_dead(self) -> None:
        ended = [rank for rank in range(self.size) if not self.segment.is_alive(rank)]
        for rank in ended:
            if self.segment.ticks[rank] < self.tick:
                raise ConnectionError(f"rank {rank} has ended")
