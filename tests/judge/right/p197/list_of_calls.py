"""Writes every call down and counts the list."""


def layer_collectives(cut_attention, cut_mlp, sequence_parallel):
    calls = []
    for block, cut in (("attention", cut_attention), ("mlp", cut_mlp)):
        if sequence_parallel:
            if cut or block == "attention":
                calls.append("all_gather")
            if cut:
                calls.append("reduce_scatter")
        elif cut:
            calls.append("all_reduce")
    return {name: calls.count(name) for name in set(calls)}


def model_collectives(
    num_layers,
    tp_size,
    cut_attention=True,
    cut_mlp=True,
    sequence_parallel=False,
    tied_head=True,
    every_rank_samples=False,
):
    calls = []
    if tp_size > 1:
        calls += ["reduce_scatter"] if sequence_parallel else ["all_reduce"]
        for _ in range(num_layers):
            for name, n in layer_collectives(cut_attention, cut_mlp, sequence_parallel).items():
                calls += [name] * n
        if sequence_parallel:
            calls += ["all_gather"]
        calls += ["all_gather"] if every_rank_samples else ["gather"]
    return {name: calls.count(name) for name in calls}
