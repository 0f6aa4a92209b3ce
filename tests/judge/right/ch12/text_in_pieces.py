"""Early returns, and text and reason in pieces of their own."""


class Answer:
    def push(self, token: int) -> bool:
        self.num_tokens += 1
        if token in self.eos_ids:
            return self._end("", "stop")
        text = self.stop.push(self.text.push(token))
        if self.stop.found:
            self._pieces.put_nowait(Piece(self.index, text, "stop"))
            return True
        if self.num_tokens >= self.params.max_tokens:
            return self._end(text, "length")
        if text:
            self._pieces.put_nowait(Piece(self.index, text))
        return False

    def _end(self, text: str, reason: str) -> bool:
        rest = self.stop.push(self.text.flush())
        reason = "stop" if self.stop.found else reason
        self._pieces.put_nowait(Piece(self.index, text + rest + self.stop.flush()))
        self._pieces.put_nowait(Piece(self.index, "", reason))
        return True
