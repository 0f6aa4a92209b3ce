"""The arithmetic of collectives on numpy arrays: what each rank gets from what all ranks sent."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from .wire import STORAGE, Array, from_numpy

_REDUCERS = {
    "sum": np.add,
    "product": np.multiply,
    "min": np.minimum,
    "max": np.maximum,
    "band": np.bitwise_and,
    "bor": np.bitwise_or,
    "bxor": np.bitwise_xor,
}
REDUCE_OPS = (*_REDUCERS, "avg")
_BITWISE = ("band", "bor", "bxor")


def why_not(op: str, dtype: str) -> str:
    """Why values of this dtype cannot be reduced so, or nothing."""
    if op not in REDUCE_OPS:
        return f"there is no reduce operation {op[:20]!r}"
    if dtype not in STORAGE:
        return f"there is no dtype {dtype[:20]!r}"
    if op in _BITWISE and dtype.startswith(("float", "bfloat", "complex")):
        return f"{op.upper()} needs whole numbers, got {dtype}"
    return ""


def reduce(parts: Sequence[Array], op: str) -> Array:
    """All parts, in rank order, in the first one's shape. bfloat16 is rounded once, at the end."""
    values = [part.numpy().reshape(-1) for part in parts]
    with np.errstate(all="ignore"):  # a learner's overflow or NaN is the learner's
        total = functools.reduce(_REDUCERS["sum" if op == "avg" else op], values)
        if op == "avg":
            total = total / len(values)
    return from_numpy(total.reshape(parts[0].shape), parts[0].dtype)


def results(
    op: str, reduce_op: str, root: int | None, sent: Sequence[Sequence[Array]]
) -> list[tuple[Array, ...]]:
    """For each member of the group, the arrays it receives. `root` is a position in the group."""
    size = len(sent)
    match op:
        case "all_reduce":
            return [(reduce([arrays[0] for arrays in sent], reduce_op),)] * size
        case "reduce":
            total = reduce([arrays[0] for arrays in sent], reduce_op)
            return [(total,) if member == root else () for member in range(size)]
        case "broadcast":
            assert root is not None
            return [(sent[root][0],)] * size
        case "all_gather":
            return [tuple(arrays[0] for arrays in sent)] * size
        case "gather":
            gathered = tuple(arrays[0] for arrays in sent)
            return [gathered if member == root else () for member in range(size)]
        case "scatter":
            assert root is not None
            return [(part,) for part in sent[root]]
        case "reduce_scatter":
            return [(reduce([arrays[m] for arrays in sent], reduce_op),) for m in range(size)]
        case "all_to_all":
            return [tuple(arrays[m] for arrays in sent) for m in range(size)]
        case _:
            return [()] * size  # barrier, new_group
