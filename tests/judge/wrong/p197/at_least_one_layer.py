"""wrong_answer: a model without layers counts as one with one."""


def model_collectives(
    num_layers,
    tp_size,
    cut_attention=True,
    cut_mlp=True,
    sequence_parallel=False,
    tied_head=True,
    every_rank_samples=False,
):
    if tp_size == 1:
        return {}
    layer = layer_collectives(cut_attention, cut_mlp, sequence_parallel)
    counts = Counter({kind: max(1, num_layers) * count for kind, count in layer.items()})
    counts["reduce_scatter" if sequence_parallel else "all_reduce"] += 1
    counts["all_gather"] += sequence_parallel
    counts["all_gather" if every_rank_samples else "gather"] += 1
    return _occurring(**counts)
