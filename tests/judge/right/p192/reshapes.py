"""A view for each layout, and copies written into new memory."""

import torch


def unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks=1):
    rest, group = packed.shape[1:], num_heads // num_kv_heads
    rows = (num_heads + 2 * num_kv_heads) * head_size
    if packed.shape[0] != rows:
        raise ValueError(f"{packed.shape[0]} is not {rows}")
    if layout == "blocks":
        q_rows, kv_rows = num_heads * head_size, num_kv_heads * head_size
        return packed[:q_rows], packed[q_rows : q_rows + kv_rows], packed[q_rows + kv_rows :]
    if layout == "interleaved":
        groups = packed.reshape(num_kv_heads, group + 2, head_size, *rest)
        parts = groups[:, :group], groups[:, group], groups[:, group + 1]
        return tuple(part.reshape(-1, *rest) for part in parts)
    if layout == "per_rank":
        parts = [
            unpack_qkv(
                one, "blocks", num_heads // num_blocks, num_kv_heads // num_blocks, head_size
            )
            for one in packed.chunk(num_blocks)
        ]
        return tuple(torch.cat(same) for same in zip(*parts, strict=True))
    raise ValueError(f"layout {layout}")


def local_qkv(packed, layout, num_heads, num_kv_heads, head_size, tp_rank, tp_size, num_blocks=1):
    if num_kv_heads % tp_size:
        raise ValueError(f"{num_kv_heads} % {tp_size}")
    found = []
    for part in unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks):
        rows = part.shape[0] // tp_size
        mine = part.new_empty(rows, *part.shape[1:])
        mine.copy_(part.narrow(0, tp_rank * rows, rows))
        found.append(mine)
    return tuple(found)
