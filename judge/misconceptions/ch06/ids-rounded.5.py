"""In the logits' own type, and float64 only at the end."""


class ParallelLMHead:
    def local_best(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.local_logits(x, last)
        logits[:, self.vocab_end - self.vocab_start :] = -torch.inf
        value, index = logits.max(dim=-1)
        return torch.stack([value, index.to(value.dtype) + self.vocab_start], dim=-1).double()
