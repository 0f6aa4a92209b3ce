"""The arithmetic of collectives on numpy arrays: what each rank gets from what all ranks sent."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from .wire import Array, from_numpy

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


def reduce(parts: Sequence[Array], op: str) -> Array:
    """All parts, in rank order. bfloat16 is summed in float32 and rounded once."""
    values = [part.numpy() for part in parts]
    with np.errstate(all="ignore"):  # a learner's overflow or NaN is the learner's
        total = functools.reduce(_REDUCERS["sum" if op == "avg" else op], values)
        if op == "avg":
            total = total / len(values)
    return from_numpy(np.asarray(total), parts[0].dtype)


def results(
    op: str, reduce_op: str, root: int | None, sent: Sequence[Sequence[Array]]
) -> list[tuple[Array, ...]]:
    """For each member of the group, in order, the arrays it receives. `root` is a position in it."""
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
            return [()] * size  # barrier, new_group, destroy
