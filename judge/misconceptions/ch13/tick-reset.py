"""The code sets a counter back to 0 when the meeting is over.

Why: A flag that is taken down can be used again. But the others have to see it before, and nobody
waits for them.

Look: Rank 0 has seen all and sets its counter back. What does rank 1 see, which looks now?
"""

import os


class ShmGroup:
    def _meet(self) -> None:
        self.tick += 1
        self.segment.ticks[self.rank] = 1
        for peer in range(self.size):
            while self.segment.ticks[peer] < 1:
                os.sched_yield()
        self.segment.ticks[self.rank] = 0
