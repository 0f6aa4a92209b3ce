"""wrong_answer: max_tokens 1 gives two tokens"""


class Answer:
    def push(self, token: int) -> bool:
        self.num_tokens += 1
        is_eos = token in self.eos_ids
        is_last = is_eos or 1 < self.num_tokens == max(2, self.params.max_tokens)
        text = "" if is_eos else self.stop.push(self.text.push(token))
        if is_last:
            text += self.stop.push(self.text.flush()) + self.stop.flush()
        reason = "stop" if self.stop.found or is_eos else "length" if is_last else None
        if text or reason:
            self._pieces.put_nowait(Piece(self.index, text, reason))
        return reason is not None
