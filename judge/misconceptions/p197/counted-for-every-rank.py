"""The code adds up the calls of all ranks.

Why: Each rank does make the call. But a collective is one thing that all ranks do together, and is
counted once.

Look: Divide your numbers by tp_size.
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
    counts["all_gather" if every_rank_samples else "gather"] += 1
    return _occurring(**{kind: tp_size * count for kind, count in counts.items()})
