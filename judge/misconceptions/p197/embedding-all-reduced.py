"""The code still ends the embedding with an all-reduce under sequence parallelism.

Why: It stands outside the layers, so the option seems not to touch it. But what follows it is the
residual, of which each rank wants its own tokens only.

Look: Which rows of the embedding's result does a rank use?
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
    counts["all_reduce"] += 1
    counts["all_gather"] += sequence_parallel
    counts["all_gather" if every_rank_samples else "gather"] += 1
    return _occurring(**counts)
