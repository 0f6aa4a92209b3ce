"""The LM head, cut along the vocabulary, and the greedy token.

Each rank computes the logits of the ids it owns; rows that pad the vocabulary are no logits. There
is no sampling here beyond greedy. As in nano-vllm, the head is a subclass of the embedding: the
same table, used the other way round.

Shapes: x (tokens, dim) · last (N,) positions, N = tokens without it · logits (N, V) ·
a rank's table and logits (ceil(V/tp), dim), (N, ceil(V/tp))
"""

import torch
import torch.nn.functional as F
from torch import Tensor

from ..ch02_linear.linear import check_shape
from ..ch05_embedding.embedding import VocabParallelEmbedding

Positions = Tensor | list[int] | None


class ParallelLMHead(VocabParallelEmbedding):
    """Logits over the vocabulary, from the table rows that each rank holds.

    Constructor, parameter, attributes and loader are the embedding's.
    """

    def tie(self, embedding: VocabParallelEmbedding) -> None:
        """Use the embedding's table from now on: one storage, so that loading either loads both.

        Raises ValueError, naming the shapes of both weights, when they differ.
        """
        check_shape(embedding.weight, self.weight.shape)
        self.weight = embedding.weight

    def local_logits(self, x: Tensor, last: Positions = None) -> Tensor:
        """This rank's logits, padding included: x (tokens, dim) -> (N, ceil(V/tp)).

        last names the N positions wanted, in any order, such as each sequence's last; None means
        all. No communication.
        """
        if last is not None:
            x = x[last]  # (N, dim): cut before the product, the widest of the model
        return F.linear(x, self.weight)  # (N, ceil(V/tp))

    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        """The logits (N, V) on rank 0, None on the other ranks.

        One gather, of the positions wanted only; the result has no padding.
        """
        logits = self.group.gather(self.local_logits(x, last))  # (N, tp * ceil(V/tp)) or None
        return None if logits is None else logits[:, : self.num_embeddings]

    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        """The logits (N, V) on every rank.

        One all-gather, of the positions wanted only; the result has no padding.
        """
        logits = self.group.all_gather(self.local_logits(x, last))  # (N, tp * ceil(V/tp))
        return logits[:, : self.num_embeddings]

    def local_best(self, x: Tensor, last: Positions = None) -> Tensor:
        """The best logit among the ids this rank owns, and that id of the whole vocabulary.

        x (tokens, dim) -> (N, 2) float64, which holds any logit and any id exactly. On a tie the
        lowest id. The logit is -inf on a rank that owns no id.
        """
        logits = self.local_logits(x, last)  # (N, ceil(V/tp))
        logits[:, self.vocab_end - self.vocab_start :] = -torch.inf  # padding would give 0
        value, index = logits.max(dim=-1)  # (N,) each; max takes the first of equals
        return torch.stack([value.double(), index.double() + self.vocab_start], dim=-1)  # (N, 2)

    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        """The id with the highest logit, (N,) int64, on every rank; the lowest id on a tie.

        The ranks exchange a few numbers for each position, never logits: no rank sends more than
        64 bytes a position.
        """
        # One all-gather of two numbers a position, 16 bytes, where the logits are V / tp numbers.
        best = self.local_best(x, last).unsqueeze(1)  # (N, 1, 2)
        best = self.group.all_gather(best, dim=1)  # (N, tp, 2), ids ascending with the rank
        values, ids = best.unbind(dim=-1)  # (N, tp) each
        return ids.gather(1, values.argmax(dim=1, keepdim=True)).squeeze(1).long()  # (N,)
