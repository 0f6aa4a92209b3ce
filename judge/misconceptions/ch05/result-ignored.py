"""What all_reduce returns is thrown away, and what went into it is used.

Why: The all_reduce of torch.distributed works in place. A group's may do so too, or it may leave x
as it is; on some ranks it does here. Only what the call returns is the sum everywhere.

Look: Read what chapters/tp_group.py says of all_reduce. Which variable does your code return?
"""


class VocabParallelEmbedding:
    def forward(self, ids: Tensor) -> Tensor:
        rows, elsewhere = self.local_ids(ids)
        vectors = F.embedding(rows, self.weight)
        vectors = vectors.masked_fill(elsewhere.unsqueeze(-1), 0)
        if self.tp_size > 1:
            self.group.all_reduce(vectors)
        return vectors
