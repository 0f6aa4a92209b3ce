"""wrong_answer: every rank keeps its own numbers."""


class ShmGroup:
    def _reduce_at_once(self, chunk):
        slots = self._next_slots(chunk)
        slots[self.rank].copy_(chunk)
        self._meet()

    def _reduce_in_two_steps(self, chunk):
        slots = self._next_slots(chunk)
        slots[self.rank].copy_(chunk)
        self._meet()
        self._meet()

    def broadcast(self, x, src=0):
        flat = self._flat(x)
        self._check_rank(src)
        for chunk in self._chunks(flat) if self.size > 1 else ():
            self._next_slots(chunk)
            self._meet()
        return x
