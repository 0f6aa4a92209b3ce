"""The code drops what is held back at the end.

Why: Text is held back because it may become a stop string, or a character. When no more comes, it
is text after all.

Look: The answer ends. Who still holds some of its text?
"""


class Answer:
    def push(self, token: int) -> bool:
        self.num_tokens += 1
        is_eos = token in self.eos_ids
        is_last = is_eos or self.num_tokens == self.params.max_tokens
        text = "" if is_eos else self.stop.push(self.text.push(token))
        reason = None
        if self.stop.found or is_eos:
            reason = "stop"
        elif is_last:
            reason = "length"
        if text or reason:
            self._pieces.put_nowait(Piece(self.index, text, reason))
        return reason is not None
