"""An index of rows, with one more row of zeros to point at."""

import torch


def padded_layout(num_heads, num_kv_heads, tp_size):
    group, rest = divmod(num_heads, num_kv_heads)
    fits = num_kv_heads % tp_size == 0 or tp_size % num_kv_heads == 0
    if rest or not fits:
        raise ValueError(f"{num_heads} / {num_kv_heads} heads do not lie on {tp_size} ranks")
    if tp_size <= num_kv_heads:
        return list(range(num_heads))
    ranks = tp_size // num_kv_heads
    slots = (group + ranks - 1) // ranks * ranks
    return [g * group + i if i < group else None for g in range(num_kv_heads) for i in range(slots)]


def rows_of(layout, head_dim, last):
    starts = [None if head is None else head * head_dim for head in layout]
    return [last if s is None else s + i for s in starts for i in range(head_dim)]


def pad_rows(weight, layout, head_dim):
    longer = torch.cat([weight, torch.zeros_like(weight[:1])])
    return longer[rows_of(layout, head_dim, len(weight))]


def pad_columns(weight, layout, head_dim):
    wider = torch.cat([weight, torch.zeros_like(weight[:, :1])], dim=1)
    return wider[:, rows_of(layout, head_dim, weight.shape[1])]


def rank_shards(weights, rank, tp_size, num_heads, num_kv_heads, head_dim):
    layout = padded_layout(num_heads, num_kv_heads, tp_size)
    mine = layout[rank * len(layout) // tp_size : (rank + 1) * len(layout) // tp_size]
    if num_kv_heads >= tp_size:
        heads = range(num_kv_heads)[rank * num_kv_heads // tp_size :][: num_kv_heads // tp_size]
    else:
        heads = [rank // (tp_size // num_kv_heads)]
    done = {}
    for name, weight in weights.items():
        if name == "o_proj.weight":
            done[name] = pad_columns(weight, mine, head_dim)
        else:
            done[name] = pad_rows(weight, mine if name[0] == "q" else list(heads), head_dim)
    return done
