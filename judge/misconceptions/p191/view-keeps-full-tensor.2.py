"""With contiguous(), which copies only what is not contiguous yet."""

from torch import Tensor


def column_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    if weight.shape[-2] % tp_size:
        raise ValueError(f"{weight.shape[-2]} is not divisible by {tp_size}")
    rows = weight.shape[-2] // tp_size
    part = weight.narrow(-2, tp_rank * rows, rows).contiguous()
    if bias is not None:
        bias = bias.narrow(-1, tp_rank * rows, rows).contiguous()
    return part, bias
