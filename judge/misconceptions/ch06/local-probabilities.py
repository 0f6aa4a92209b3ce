"""The ranks compare probabilities that each has computed from its own logits.

Why: A probability says how good an id is. A softmax over one rank's ids adds up to 1 on every
rank: the best of a poor rank may look better than the best of all.

Look: Sum the probabilities that you compare, over all ranks.
"""


class ParallelLMHead:
    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.local_logits(x, last).double()
        logits[:, self.vocab_end - self.vocab_start :] = -torch.inf
        value, index = logits.softmax(dim=-1).max(dim=-1)
        best = torch.stack([value.nan_to_num(-1), index.double() + self.vocab_start], dim=-1)
        values, ids = self.group.all_gather(best.unsqueeze(1), dim=1).unbind(dim=-1)
        return ids.gather(1, values.argmax(dim=1, keepdim=True)).squeeze(1).long()
