"""The code does not count the end-of-text token.

Why: It adds no text, so it looks as if it cost nothing. The model computed it like any other, and
the usage has it.

Look: How many forwards did the answer take?
"""


class Answer:
    def push(self, token: int) -> bool:
        is_eos = token in self.eos_ids
        self.num_tokens += not is_eos
        is_last = is_eos or self.num_tokens == self.params.max_tokens
        text = "" if is_eos else self.stop.push(self.text.push(token))
        if is_last:
            text += self.stop.push(self.text.flush())
            text += self.stop.flush()
        reason = None
        if self.stop.found or is_eos:
            reason = "stop"
        elif is_last:
            reason = "length"
        if text or reason:
            self._pieces.put_nowait(Piece(self.index, text, reason))
        return reason is not None
