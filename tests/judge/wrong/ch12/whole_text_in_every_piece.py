"""wrong_answer: each piece repeats what was there before"""


class Answer:
    def push(self, token: int) -> bool:
        self.num_tokens += 1
        self.all_ids = [*self.__dict__.get("all_ids", []), token]
        is_eos = token in self.eos_ids
        is_last = is_eos or self.num_tokens == self.params.max_tokens
        text = self.text.decode([token for token in self.all_ids if token not in self.eos_ids])
        reason = "stop" if is_eos else "length" if is_last else None
        self._pieces.put_nowait(Piece(self.index, text, reason))
        return is_last
