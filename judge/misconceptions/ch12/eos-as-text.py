"""The code takes the end-of-text token for text too.

Why: It is a token like others, and decode has an answer for it. Clients then read <|endoftext|> at
the end of every answer.

Look: What should a client read when the model has written its end-of-text token?
"""


class Answer:
    def push(self, token: int) -> bool:
        self.num_tokens += 1
        is_eos = token in self.eos_ids
        is_last = is_eos or self.num_tokens == self.params.max_tokens
        text = self.stop.push(self.text.push(token))
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
