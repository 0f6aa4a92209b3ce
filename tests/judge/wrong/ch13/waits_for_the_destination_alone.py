"""wrong_answer: in a gather nobody but the destination waits for all: a slow rank may still read"""


class ShmGroup:
    def gather(self, x: Tensor, dim: int = -1, dst: int = 0) -> Tensor | None:
        flat = self._flat(x)
        self._check_rank(dst)
        if self.size == 1:
            return x
        if self.rank == dst:
            parts = [torch.empty_like(x) for _ in range(self.size)]
            self._exchange(flat, parts)
            return torch.cat(parts, dim)
        for chunk in self._chunks(flat):
            slots = self._next_slots(chunk)
            slots[self.rank].copy_(chunk)
            self.tick += 1
            self.segment.ticks[self.rank] = self.tick
            while self.segment.ticks[dst] < self.tick:
                os.sched_yield()
        return None
