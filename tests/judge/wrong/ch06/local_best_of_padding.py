"""wrong_answer: the padding takes part with its logit 0"""


class ParallelLMHead:
    def local_best(self, x: Tensor, last: Positions = None) -> Tensor:
        value, index = self.local_logits(x, last).max(dim=-1)
        if self.vocab_start == self.vocab_end:
            value = torch.full_like(value, -torch.inf)
        return torch.stack([value.double(), index.double() + self.vocab_start], dim=-1)
