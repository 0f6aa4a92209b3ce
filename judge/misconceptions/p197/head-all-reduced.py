"""The code adds the logits like the embedding.

Why: Both are cut along the vocabulary. The embedding's results overlap and are summed. The logits
of two ranks belong to different token ids and are concatenated.

Look: Which token ids do the logits of rank 0 and of rank 1 stand for?
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
    counts["all_reduce"] += 1
    return _occurring(**counts)
