"""The axes of the mask do not lie over those of the vectors.

Why: Shapes are lined up from their ends, and a vector's numbers are the last axis of the vectors.
The mask needs an axis in the same place. For a flat list of ids mask.unsqueeze(1) adds it there;
for ids of two dimensions it lands in the middle, and broadcasting may hide it.

Look: Write the shape of the mask below that of the vectors, the last numbers below each other, for
ids of shape [2, 3].
"""


class VocabParallelEmbedding:
    def forward(self, ids: Tensor) -> Tensor:
        rows, elsewhere = self.local_ids(ids)
        vectors = F.embedding(rows, self.weight)
        vectors = vectors.masked_fill(elsewhere.unsqueeze(1), 0)
        return self.group.all_reduce(vectors) if self.tp_size > 1 else vectors
