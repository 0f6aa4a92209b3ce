"""runtime_error: the largest part is looked for in no numbers."""


class ShmGroup:
    def _reduce_in_two_steps(self, chunk):
        step = -(-len(chunk) // self.size)
        slots = self._next_slots(chunk)
        slots[self.rank].copy_(chunk)
        self._meet()
        mine = slice(self.rank * step, (self.rank + 1) * step)
        sum_in_rank_order([slot[mine] for slot in slots], chunk[mine])
        slots[self.rank][mine] = chunk[mine]
        self._meet()
        for begin in range(0, len(chunk), step):
            chunk[begin : begin + step] = slots[begin // step][begin : begin + step]
