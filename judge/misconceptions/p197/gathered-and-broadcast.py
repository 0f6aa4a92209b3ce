"""For every rank to sample, the code gathers the logits on rank 0 and broadcasts them.

Why: Both steps do bring the logits to every rank. An all-gather is that in one call.

Look: Which single collective leaves every rank with the parts of all ranks?
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
    counts["gather"] += 1
    counts["broadcast"] += every_rank_samples
    return _occurring(**counts)
