"""Problem 195: inputs, oracle and cases. One process plays every rank."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..provenance import labelled
from ..records import Case, Inputs
from .common import Expected, outputs

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]

_SIZES = (1, 2, 3, 4)
_HUGE = 1e6  # in the first row of each table: what a masked id must not bring along


def contribution(ids: np.ndarray, table: np.ndarray, start: int) -> np.ndarray:
    """The oracle: id by id."""
    zeros = np.zeros(table.shape[1], np.float32)
    flat = [int(i) - start for i in ids.reshape(-1)]
    rows = [table[row] if 0 <= row < len(table) else zeros for row in flat]
    return np.array(rows, np.float32).reshape(*ids.shape, table.shape[1])


def _expected(inputs: Inputs, size: int) -> list[Expected]:
    names = {"contribution": "", "contribution to other ids": " again"}
    there = {name: of for name, of in names.items() if f"ids{of}" in inputs.arrays}
    starts = inputs.params["starts"]
    return [
        {
            name: contribution(inputs.arrays[f"ids{of}"], inputs.arrays[f"table{of} {rank}"], start)
            for name, of in there.items()
        }
        for rank, start in enumerate(starts)
    ]


_CHECK = outputs(_expected, show=("ids", "table 0", "table 1", "table 2", "table 3"))


def _ids(rng: Rng, vocab: int, starts: list[int], shape: tuple[int, ...]) -> np.ndarray:
    """Ids of the whole vocabulary; the first and last of each rank come before others."""
    edges = {i for start in starts for i in (start, start - 1) if 0 <= i < vocab} | {vocab - 1}
    count = int(np.prod(shape))
    chosen = rng.permutation(sorted(edges))[:count]
    more = rng.integers(0, vocab, count - len(chosen))
    return rng.permutation(np.concatenate([chosen, more]).astype(np.int64)).reshape(shape)


def _shards(table: np.ndarray, starts: list[int], of: str) -> dict[str, np.ndarray]:
    """The ranks' rows."""
    parts = np.split(table, starts[1:])
    return {f"table{of} {rank}": part.copy() for rank, part in enumerate(parts)}


def _lookup(shape: tuple[int, ...], again: bool = False, kind: str = "", dtype: str = "") -> Make:
    """Tables of labels, as many rows on each rank but for the last; `kind` is the ids' dtype."""

    def make(rng: Rng, size: int) -> Inputs:
        rows, dim = int(rng.integers(2, 4)), int(rng.integers(2, 4))
        vocab = rows * size - (int(rng.integers(1, rows)) if size > 1 else 0)
        starts = [rank * rows for rank in range(size)]
        arrays: dict[str, np.ndarray] = {}
        for of in ("", " again")[: 1 + again]:
            table = labelled(int(rng.integers(1, 90)), vocab, dim)
            if not dtype:
                table[starts] += _HUGE
            ids = _ids(rng, vocab, starts, shape)
            arrays[f"ids{of}"] = ids.astype(kind) if kind else ids
            arrays |= _shards(table, starts, of)
        return Inputs({"starts": starts, **({"dtype": dtype} if dtype else {})}, arrays)

    return make


def _nothing_owned(rng: Rng, size: int) -> Inputs:
    """Fewer ids than ranks: the last rank's table has no row."""
    vocab, dim = size - 1, int(rng.integers(2, 4))
    starts = [min(rank, vocab) for rank in range(size)]
    ids = _ids(rng, vocab, starts[:-1], (2, int(rng.integers(2, 4))))
    table = labelled(int(rng.integers(1, 90)), vocab, dim)
    return Inputs({"starts": starts}, {"ids": ids, **_shards(table, starts, "")})


def _nobody_here(rng: Rng, size: int) -> Inputs:
    """All ids belong to rank 0."""
    rows, dim = int(rng.integers(2, 4)), int(rng.integers(2, 4))
    starts = [rank * rows for rank in range(size)]
    table = labelled(int(rng.integers(1, 90)), rows * size, dim)
    ids = rng.integers(0, rows, (2, 2))
    return Inputs({"starts": starts}, {"ids": ids, **_shards(table, starts, "")})


def _by_hand(rng: Rng, size: int) -> Inputs:
    table = labelled(1, 4, 2)
    ids = np.array([1, 3], np.int64)
    return Inputs({"starts": [0, 2]}, {"ids": ids, **_shards(table, [0, 2], "")})


def _case(
    name: str, title: str, make: Make, tp: tuple[int, ...] = _SIZES, visible: bool = False
) -> Case:
    return Case(name, "p195.1", title, "lookup", make, _CHECK, tp, visible, alone=True)


CASES = (
    _case("example", "masked_lookup, ids [1, 3]", _by_hand, (2,), True),
    _case("batch", "masked_lookup, ids of 3 dimensions", _lookup((2, 2, 3), again=True)),
    _case("one-id", "masked_lookup, a single id without a dimension", _lookup(()), (1, 2)),
    _case("no-ids", "masked_lookup, no ids at all", _lookup((0,)), (2,)),
    _case("int32", "masked_lookup, ids of dtype int32", _lookup((4,), kind="int32"), (2,)),
    _case("bfloat16", "masked_lookup in bfloat16", _lookup((4,), dtype="bfloat16"), (2,)),
    _case("nobody-here", "masked_lookup, all ids on rank 0", _nobody_here, (2, 4)),
    _case("nothing-owned", "masked_lookup, a table without rows", _nothing_owned, (2, 3)),
)  # fmt: skip
