"""The positions are chosen after the logits of all of them were sent.

Why: The result is the same. But the logits of every token of every prompt go over the network, and
all but one of each sequence are thrown away.

Look: Compare the shape that goes into the gather with the shape that comes out of the method.
"""


class ParallelLMHead:
    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        logits = self.group.gather(self.local_logits(x))
        if logits is None:
            return None
        logits = logits if last is None else logits[last]
        return logits[:, : self.num_embeddings]

    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.group.all_gather(self.local_logits(x))
        logits = logits if last is None else logits[last]
        return logits[:, : self.num_embeddings]
