"""The code waits until a counter equals the rank's own.

Why: Equal counters look like a meeting. A fast rank may be one meeting ahead when you look, and
its counter never comes back.

Look: Rank 0's counter is 6 when rank 1, at 5, looks at it for the first time. What happens?
"""

import os


class ShmGroup:
    def _meet(self) -> None:
        self.tick += 1
        self.segment.ticks[self.rank] = self.tick
        for peer in range(self.size):
            while self.segment.ticks[peer] != self.tick:
                os.sched_yield()
