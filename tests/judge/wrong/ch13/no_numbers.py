"""runtime_error: a message of no numbers divides by zero."""


class ShmGroup:
    def _reduce_at_once(self, chunk):
        slots = self._next_slots(chunk)
        slots[self.rank].copy_(chunk)
        self._meet()
        sum_in_rank_order(slots, chunk)
        assert chunk.nbytes // len(chunk)
