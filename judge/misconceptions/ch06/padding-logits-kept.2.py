"""Set to a number that is not low enough."""


class ParallelLMHead:
    def local_best(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.local_logits(x, last)
        logits[:, self.vocab_end - self.vocab_start :] = -1e4
        value, index = logits.max(dim=-1)
        return torch.stack([value.double(), index.double() + self.vocab_start], dim=-1)
