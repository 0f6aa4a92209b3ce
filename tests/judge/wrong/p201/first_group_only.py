"""wrong_answer: a rank with several groups gets the KV head of the first only."""


def rank_shards(weights, rank, tp_size, num_heads, num_kv_heads, head_dim):
    layout = padded_layout(num_heads, num_kv_heads, tp_size)
    num_slots = len(layout) // tp_size
    slots = layout[rank * num_slots : (rank + 1) * num_slots]
    heads = [rank * num_kv_heads // tp_size]
    shards = {}
    for name, weight in weights.items():
        if name.startswith("o_proj"):
            shards[name] = _in_slots(weight.mT, slots, head_dim).mT.contiguous()
        else:
            shards[name] = _in_slots(weight, slots if name[0] == "q" else heads, head_dim)
    return shards
