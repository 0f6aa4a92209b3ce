"""One formula a kind, without the layer."""


def layer_collectives(cut_attention, cut_mlp, sequence_parallel):
    sums = int(cut_attention) + int(cut_mlp)
    found = {
        "all_reduce": 0 if sequence_parallel else sums,
        "reduce_scatter": sums if sequence_parallel else 0,
        "all_gather": 1 + int(cut_mlp) if sequence_parallel else 0,
    }
    return {kind: n for kind, n in found.items() if n > 0}


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
    sums = num_layers * (cut_attention + cut_mlp) + 1
    gathers = num_layers * (1 + cut_mlp) + 1 if sequence_parallel else 0
    found = {
        "all_reduce": 0 if sequence_parallel else sums,
        "reduce_scatter": sums if sequence_parallel else 0,
        "all_gather": gathers + every_rank_samples,
        "gather": 1 - every_rank_samples,
    }
    return {kind: n for kind, n in found.items() if n > 0}
