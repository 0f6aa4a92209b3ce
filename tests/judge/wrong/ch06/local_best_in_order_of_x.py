"""wrong_answer: a mask keeps the positions wanted, not their order"""


class ParallelLMHead:
    def local_best(self, x: Tensor, last: Positions = None) -> Tensor:
        if last is not None:
            wanted = torch.zeros(len(x), dtype=torch.bool)
            wanted[last] = True
            x = x[wanted]
        logits = self.local_logits(x)
        logits[:, self.vocab_end - self.vocab_start :] = -torch.inf
        value, index = logits.max(dim=-1)
        return torch.stack([value.double(), index.double() + self.vocab_start], dim=-1)
