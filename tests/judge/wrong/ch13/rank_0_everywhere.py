"""wrong_answer: everybody gets rank 0's numbers."""


class ShmGroup:
    def _exchange(self, flat, parts):
        into = [self._chunks(part.view(-1)) for part in parts]
        for i, chunk in enumerate(self._chunks(flat)):
            slots = self._next_slots(chunk)
            slots[self.rank].copy_(chunk)
            self._meet()
            for chunks in into:
                chunks[i].copy_(slots[0])
