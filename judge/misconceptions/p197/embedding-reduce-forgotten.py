"""The code counts no call for the embedding.

Why: A lookup computes nothing that could be added. But its table is cut along the vocabulary: for
each token one rank has the row and the others have zeros, and every rank needs the row.

Look: What does rank 0 hold for a token whose row is on rank 1?
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
    counts["all_gather"] += sequence_parallel
    counts["all_gather" if every_rank_samples else "gather"] += 1
    return _occurring(**counts)
