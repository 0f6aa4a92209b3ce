"""runtime_error: a single rank is not expected."""


def rank_shards(weights, rank, tp_size, num_heads, num_kv_heads, head_dim):
    if tp_size == 1:
        raise RuntimeError("nothing to cut")
    layout = padded_layout(num_heads, num_kv_heads, tp_size)
    num_slots = len(layout) // tp_size
    slots = layout[rank * num_slots : (rank + 1) * num_slots]
    first = rank * num_kv_heads // tp_size
    heads = range(first, first + max(1, num_kv_heads // tp_size))
    shards = {}
    for name, weight in weights.items():
        if name.startswith("o_proj"):
            shards[name] = _in_slots(weight.mT, slots, head_dim).mT.contiguous()
        else:
            shards[name] = _in_slots(weight, slots if name[0] == "q" else heads, head_dim)
    return shards
