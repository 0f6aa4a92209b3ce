"""By the gathering methods."""


class ParallelLMHead:
    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        logits = self.local_logits(x, last)[:, : self.vocab_end - self.vocab_start]
        return self.group.gather(logits.contiguous())

    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.local_logits(x, last)[:, : self.vocab_end - self.vocab_start]
        return self.group.all_gather(logits.contiguous())
