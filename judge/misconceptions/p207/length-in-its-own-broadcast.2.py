"""By the library, which does just that for objects."""

from collections.abc import Sequence

import torch
import torch.distributed as dist


def broadcast_call(
    call: tuple[str, Sequence[object]] | None, frame_size: int
) -> tuple[str, Sequence[object]]:
    held = [call]
    dist.broadcast_object_list(held, src=0)
    return held[0]
