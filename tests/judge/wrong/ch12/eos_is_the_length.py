"""wrong_answer: end-of-text as the last token is given as length"""


class Answer:
    def push(self, token: int) -> bool:
        self.num_tokens += 1
        is_eos = token in self.eos_ids
        is_full = self.num_tokens == self.params.max_tokens
        text = "" if is_eos else self.stop.push(self.text.push(token))
        if is_eos or is_full:
            text += self.stop.push(self.text.flush()) + self.stop.flush()
        reason = "stop" if self.stop.found else "length" if is_full else "stop" if is_eos else None
        if text or reason:
            self._pieces.put_nowait(Piece(self.index, text, reason))
        return reason is not None
