"""wrong_answer: some rank has ended, so the one that is behind counts as dead."""


class ShmGroup:
    def _raise_if_dead(self):
        others = [rank for rank in range(self.size) if rank != self.rank]
        if all(map(self.segment.is_alive, others)):
            return
        for rank in others:
            if self.segment.ticks[rank] < self.tick:
                raise ConnectionError(f"rank {rank} has ended")
