"""Looks the layer up in a table."""


def layer_collectives(cut_attention, cut_mlp, sequence_parallel):
    plain = {(0, 0): {}, (0, 1): {"all_reduce": 1}, (1, 0): {"all_reduce": 1}}
    plain[1, 1] = {"all_reduce": 2}
    split = {
        (0, 0): {"all_gather": 1},
        (1, 0): {"all_gather": 1, "reduce_scatter": 1},
        (0, 1): {"all_gather": 2, "reduce_scatter": 1},
        (1, 1): {"all_gather": 2, "reduce_scatter": 2},
    }
    return (split if sequence_parallel else plain)[cut_attention, cut_mlp]


def model_collectives(num_layers, tp_size, *args, **options):
    if tp_size < 2:
        return {}
    names = ["cut_attention", "cut_mlp", "sequence_parallel", "tied_head", "every_rank_samples"]
    chosen = dict(zip(names, (True, True, False, True, False), strict=True)) | options
    split = chosen["sequence_parallel"]
    layer = layer_collectives(chosen["cut_attention"], chosen["cut_mlp"], split)
    total = {kind: num_layers * n for kind, n in layer.items() if num_layers}
    total["reduce_scatter" if split else "all_reduce"] = 1 + total.get(
        "reduce_scatter" if split else "all_reduce", 0
    )
    if split:
        total["all_gather"] = total.get("all_gather", 0) + 1
    last = "all_gather" if chosen["every_rank_samples"] else "gather"
    total[last] = total.get(last, 0) + 1
    return total
