"""The code acts as if every rank had the gathered logits.

Why: An all-reduce leaves its result everywhere. A gather leaves it on one rank, and the others get
None.

Look: Print on every rank what the gather returns.
"""


class ParallelLMHead:
    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        logits = self.group.gather(self.local_logits(x, last))
        return logits[:, : self.num_embeddings]

    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.group.gather(self.local_logits(x, last))
        return logits[:, : self.num_embeddings]

    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        return self.forward(x, last).argmax(dim=-1)
