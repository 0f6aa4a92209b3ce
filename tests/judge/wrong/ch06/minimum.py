"""wrong_answer: the least likely token"""


class ParallelLMHead:
    def local_best(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.local_logits(x, last)
        logits[:, self.vocab_end - self.vocab_start :] = torch.inf
        value, index = logits.min(dim=-1)
        return torch.stack([value.double(), index.double() + self.vocab_start], dim=-1)
