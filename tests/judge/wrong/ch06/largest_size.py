"""wrong_answer: the largest number without its sign"""


class ParallelLMHead:
    def local_best(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.local_logits(x, last)
        num_owned = self.vocab_end - self.vocab_start
        logits[:, num_owned:] = -torch.inf
        index = logits[:, : max(1, num_owned)].abs().argmax(dim=-1)
        value = logits.gather(1, index.unsqueeze(1)).squeeze(1)
        return torch.stack([value.double(), index.double() + self.vocab_start], dim=-1)
