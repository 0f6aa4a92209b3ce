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
        raise NotImplementedError("ch06.1 tied table")

    def local_logits(self, x: Tensor, last: Positions = None) -> Tensor:
        """This rank's logits, padding included: x (tokens, dim) -> (N, ceil(V/tp)).

        last names the N positions wanted, in any order, such as each sequence's last; None means
        all. No communication.
        """
        raise NotImplementedError("ch06.2 local logits")

    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        """The logits (N, V) on rank 0, None on the other ranks.

        One gather, of the positions wanted only; the result has no padding.
        """
        raise NotImplementedError("ch06.3 logits on rank 0")

    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        """The logits (N, V) on every rank.

        One all-gather, of the positions wanted only; the result has no padding.
        """
        raise NotImplementedError("ch06.4 logits everywhere")

    def local_best(self, x: Tensor, last: Positions = None) -> Tensor:
        """The best logit among the ids this rank owns, and that id of the whole vocabulary.

        x (tokens, dim) -> (N, 2) float64, which holds any logit and any id exactly. On a tie the
        lowest id. The logit is -inf on a rank that owns no id.
        """
        raise NotImplementedError("ch06.5 local best")

    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        """The id with the highest logit, (N,) int64, on every rank; the lowest id on a tie.

        The ranks exchange a few numbers for each position, never logits: no rank sends more than
        64 bytes a position.
        """
        raise NotImplementedError("ch06.6 greedy token")
