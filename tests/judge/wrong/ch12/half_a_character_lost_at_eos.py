"""wrong_answer: at end-of-text a character that is not complete is thrown away"""


class Answer:
    def push(self, token: int) -> bool:
        self.num_tokens += 1
        is_eos = token in self.eos_ids
        is_last = is_eos or self.num_tokens == self.params.max_tokens
        text = "" if is_eos else self.stop.push(self.text.push(token))
        if is_last:
            text += self.stop.push("" if is_eos else self.text.flush())
            text += self.stop.flush()
        reason = "stop" if self.stop.found or is_eos else "length" if is_last else None
        if text or reason:
            self._pieces.put_nowait(Piece(self.index, text, reason))
        return reason is not None
