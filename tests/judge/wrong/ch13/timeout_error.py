"""wrong_answer: another error than ConnectionError."""


class ShmGroup:
    def _raise_if_dead(self):
        for rank in range(self.size):
            if rank == self.rank or self.segment.is_alive(rank):
                continue
            if self.segment.ticks[rank] < self.tick:
                raise TimeoutError(f"rank {rank} has ended")
