"""The code looks for a stop string in each token's text.

Why: The text comes token by token, so that is where one looks. A tokenizer cuts where it likes: END
may come as E and ND, or with other text around it.

Look: The stop string begins in one token and ends in the next. Who notices?
"""


class Answer:
    def push(self, token: int) -> bool:
        self.num_tokens += 1
        is_eos = token in self.eos_ids
        is_last = is_eos or self.num_tokens == self.params.max_tokens
        text = "" if is_eos else self.text.push(token)
        if is_last:
            text += self.text.flush()
        found = [text.index(stop) for stop in self.stop.stops if stop in text]
        if found:
            text = text[: min(found)]
        reason = "stop" if found or is_eos else "length" if is_last else None
        if text or reason:
            self._pieces.put_nowait(Piece(self.index, text, reason))
        return reason is not None
