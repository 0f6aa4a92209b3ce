"""The code counts one more call for a head with a weight of its own.

Why: Two weights look like twice the work. How often the ranks talk depends on how a weight is cut,
and both are cut along the vocabulary, tied or not.

Look: What does each rank hold after the head, with a tied weight and without?
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
    counts["all_gather"] += sequence_parallel
    counts["all_gather" if every_rank_samples else "gather"] += 1 if tied_head else 2
    return _occurring(**counts)
