"""Float32 on the way, float64 at the end."""


class ParallelLMHead:
    def local_best(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.local_logits(x, last)
        logits[:, self.vocab_end - self.vocab_start :] = -torch.inf
        value, index = logits.max(dim=-1)
        return torch.stack([value.float(), index.float() + self.vocab_start], dim=-1).double()
