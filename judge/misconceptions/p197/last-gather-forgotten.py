"""The code lets the head work on a rank's own tokens.

Why: The last norm does, under sequence parallelism, and the head comes right after it. But a rank
has only its part of the vocabulary: with its own tokens alone, the others' logits of these tokens
would never exist.

Look: Which rank has the logits of token id 0 for a token of the last rank?
"""


def model_collectives(
    num_layers: int,
    tp_size: int,
    cut_attention: bool = True,
    cut_mlp: bool = True,
    sequence_parallel: bool = False,
    tied_head: bool = True,
    every_rank_samples: bool = False,
) -> dict[str, int]:
    if tp_size == 1:
        return {}
    layer = layer_collectives(cut_attention, cut_mlp, sequence_parallel)
    counts = Counter({kind: num_layers * count for kind, count in layer.items()})
    counts["reduce_scatter" if sequence_parallel else "all_reduce"] += 1
    counts["all_gather" if every_rank_samples else "gather"] += 1
    return _occurring(**counts)
