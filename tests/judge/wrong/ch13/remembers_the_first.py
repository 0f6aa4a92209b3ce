"""wrong_answer: later rounds give the first result again."""


class ShmGroup:
    def _reduce_at_once(self, chunk):
        slots = self._next_slots(chunk)
        slots[self.rank].copy_(chunk)
        self._meet()
        if self.round == 1:
            sum_in_rank_order(slots, chunk)
            self.kept = chunk.clone()
        elif len(self.kept) == len(chunk):
            chunk.copy_(self.kept)
