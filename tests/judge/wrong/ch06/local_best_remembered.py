"""wrong_answer: the first best ids of the rank are given again"""


class ParallelLMHead:
    def local_best(self, x: Tensor, last: Positions = None) -> Tensor:
        if not hasattr(self, "best"):
            logits = self.local_logits(x, last)
            logits[:, self.vocab_end - self.vocab_start :] = -torch.inf
            value, index = logits.max(dim=-1)
            self.best = torch.stack([value.double(), index.double() + self.vocab_start], dim=-1)
        return self.best
