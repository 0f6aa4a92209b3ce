"""The code acts as if an answer of max_tokens has always been cut off.

Why: The number of tokens is the simplest test, so it is made first. But the last token that is
allowed may be the one that ends the text by itself.

Look: The end-of-text token is token number max_tokens. Was anything cut off?
"""


class Answer:
    def push(self, token: int) -> bool:
        self.num_tokens += 1
        is_eos = token in self.eos_ids
        is_full = self.num_tokens == self.params.max_tokens
        text = "" if is_eos else self.stop.push(self.text.push(token))
        if is_eos or is_full:
            text += self.stop.push(self.text.flush())
            text += self.stop.flush()
        reason = None
        if is_full:
            reason = "length"
        elif self.stop.found or is_eos:
            reason = "stop"
        if text or reason:
            self._pieces.put_nowait(Piece(self.index, text, reason))
        return reason is not None
