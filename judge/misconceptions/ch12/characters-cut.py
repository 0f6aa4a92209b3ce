"""The code acts as if every token is some whole characters.

Why: In English it nearly always is. A character such as 水 is three bytes, and they may come in
three tokens: decoded one by one, each is a replacement character.

Look: What is the text of a token that holds one byte of three?
"""


class Answer:
    def push(self, token: int) -> bool:
        self.num_tokens += 1
        is_eos = token in self.eos_ids
        is_last = is_eos or self.num_tokens == self.params.max_tokens
        text = "" if is_eos else self.stop.push(self.text.decode([token]))
        if is_last:
            text += self.stop.flush()
        reason = None
        if self.stop.found or is_eos:
            reason = "stop"
        elif is_last:
            reason = "length"
        if text or reason:
            self._pieces.put_nowait(Piece(self.index, text, reason))
        return reason is not None
