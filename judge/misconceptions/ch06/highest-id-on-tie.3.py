"""Within a rank and among the ranks."""


class ParallelLMHead:
    def local_best(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.local_logits(x, last)
        logits[:, self.vocab_end - self.vocab_start :] = -torch.inf
        value, index = logits.flip(-1).max(dim=-1)
        index = logits.shape[-1] - 1 - index
        return torch.stack([value.double(), index.double() + self.vocab_start], dim=-1)

    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        best = self.group.all_gather(self.local_best(x, last).unsqueeze(1), dim=1)
        values, ids = best.flip(1).unbind(dim=-1)
        return ids.gather(1, values.argmax(dim=1, keepdim=True)).squeeze(1).long()
