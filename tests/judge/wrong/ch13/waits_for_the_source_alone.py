"""wrong_answer: in a broadcast nobody but the source waits for all: a slow rank may still read"""


class ShmGroup:
    def broadcast(self, x: Tensor, src: int = 0) -> Tensor:
        flat = self._flat(x)
        self._check_rank(src)
        if self.size == 1:
            return x
        for chunk in self._chunks(flat):
            slots = self._next_slots(chunk)
            if self.rank == src:
                slots[src].copy_(chunk)
                self._meet()
            else:
                self.tick += 1
                self.segment.ticks[self.rank] = self.tick
                while self.segment.ticks[src] < self.tick:
                    os.sched_yield()
            chunk.copy_(slots[src])
        return x
