"""The logits of the ranks are added up.

Why: The embedding ends with an all-reduce, and the head uses the same table. The embedding's
ranks bring parts of one vector; the head's ranks bring logits of different ids.

Look: Which id does the first logit of rank 0 belong to, and which one that of rank 1?
"""


class ParallelLMHead:
    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        logits = self.local_logits(x, last)
        return self.group.all_reduce(logits)[:, : self.num_embeddings]

    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.local_logits(x, last)
        return self.group.all_reduce(logits)[:, : self.num_embeddings]
