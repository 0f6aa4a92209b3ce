"""The code counts calls on a single rank too.

Why: The code is the same on one rank. A layer that has everything asks nobody: no engine makes
these calls at size 1.

Look: With whom would the only rank talk?
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
    layer = layer_collectives(cut_attention, cut_mlp, sequence_parallel)
    counts = Counter({kind: num_layers * count for kind, count in layer.items()})
    counts["reduce_scatter" if sequence_parallel else "all_reduce"] += 1
    counts["all_gather"] += sequence_parallel
    counts["all_gather" if every_rank_samples else "gather"] += 1
    return _occurring(**counts)
