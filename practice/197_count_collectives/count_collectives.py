"""Problem 197: how often the ranks of a decoder talk in one forward.

Counts calls, not bytes, and runs no model. Needs the standard library only.
"""

from collections import Counter


def layer_collectives(
    cut_attention: bool, cut_mlp: bool, sequence_parallel: bool
) -> dict[str, int]:
    """The collectives of one decoder layer, on more than one rank, by kind.

    A block, attention or MLP, is cut over the ranks, or every rank has all of it. Residual and
    norms: on every rank for all tokens; with sequence_parallel, on each rank for its own tokens
    only. The kinds are "all_reduce", "all_gather", "reduce_scatter". What does not occur is not in
    the dict.

    >>> layer_collectives(cut_attention=True, cut_mlp=False, sequence_parallel=False)
    {'all_reduce': 1}
    """
    raise NotImplementedError("p197.1 one layer")


def model_collectives(
    num_layers: int,
    tp_size: int,
    cut_attention: bool = True,
    cut_mlp: bool = True,
    sequence_parallel: bool = False,
    tied_head: bool = True,
    every_rank_samples: bool = False,
) -> dict[str, int]:
    """The collectives of one forward of a decoder: from token ids to the logits for sampling.

    Embedding and LM head are cut along the vocabulary; with tied_head they share one weight. The
    logits end whole on rank 0, by a "gather", or on every rank. A single rank makes no calls. What
    does not occur is not in the dict.
    """
    raise NotImplementedError("p197.2 a whole forward")
