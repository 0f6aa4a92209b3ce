"""The code counts the padding rows of the table as logits.

Why: They are zero, and a zero looks harmless. Where all real logits are negative a zero is the
largest, and the winner is an id that does not exist.

Look: How many ids has the vocabulary, and how many columns your logits? What is the best one when
every real logit is below 0?
"""


class ParallelLMHead:
    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        return self.group.gather(self.local_logits(x, last))

    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        return self.group.all_gather(self.local_logits(x, last))

    def local_best(self, x: Tensor, last: Positions = None) -> Tensor:
        value, index = self.local_logits(x, last).max(dim=-1)
        return torch.stack([value.double(), index.double() + self.vocab_start], dim=-1)
