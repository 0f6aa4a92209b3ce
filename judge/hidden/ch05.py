"""Chapter 5: inputs, oracles and cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..i18n import _
from ..provenance import Source, labelled
from ..records import Case, Check, Finding, GroupRun, Inputs
from ..telling import Telling, saying
from ..wire import described
from .carried import carrying, results
from .ch05_checks import local_wrong, ranges_wrong, refuses_ids
from .common import Expected, Make, integers, outputs, refusal_finding, sent_cut
from .vocab import Rng, even, fixed, height, local_table, owned, sent_rows, uneven, uneven_or_5

Vocab = Callable[[Rng, int], int]
_SIZES = (1, 2, 3, 4)


def _params(vocab: int, dim: int, **more: Any) -> dict[str, Any]:
    return {"vocab": vocab, "dim": dim, **more}


# ranges


def _all_ranks(*vocabs: Vocab) -> Make:
    """The range of every rank, for each vocabulary."""

    def make(rng: Rng, tp: int) -> Inputs:
        sizes = [vocab(rng, tp) for vocab in vocabs]
        return Inputs({"calls": [[size, rank, tp] for size in sizes for rank in range(tp)]})

    return make


# the table


def _new_table(vocab: Vocab) -> Make:
    return lambda rng, tp: Inputs(_params(vocab(rng, tp), int(rng.integers(2, 5))))


def _table_expected(inputs: Inputs, tp: int) -> list[Expected]:
    vocab, dim = inputs.params["vocab"], inputs.params["dim"]
    ranks: list[Expected] = []
    for rank in range(tp):
        start, end = owned(vocab, rank, tp)
        held: dict[str, Any] = {"the list of parameters": ["weight"], "num_embeddings": vocab}
        held |= {"vocab_start": start, "vocab_end": end, "tp_rank": rank, "tp_size": tp}
        held |= {"group": described("the group"), "weight.weight_loader": described("a method")}
        ranks.append({**held, "weight": np.zeros((height(vocab, tp), dim), np.float32)})
    return ranks


def _constructor(inputs: Inputs) -> str:
    return f"VocabParallelEmbedding({inputs.params['vocab']}, {inputs.params['dim']}, group)"


# loader


def _labels(vocab: Vocab, **more: Any) -> Make:
    """Two tables of numbers that occur once; no 0, which is the padding."""

    def make(rng: Rng, tp: int) -> Inputs:
        rows, dim = vocab(rng, tp), int(rng.integers(2, 4))
        start = int(rng.integers(1, 50))
        table, again = (labelled(first, rows, dim) for first in (start, start + rows * dim))
        return Inputs(_params(rows, dim, **more), {"table": table, "table again": again})

    return make


def _load_expected(inputs: Inputs, tp: int) -> list[Expected]:
    names = {"weight": "table", "weight after another load": "table again"}
    there = {name: whole for name, whole in names.items() if whole in inputs.arrays}
    return [
        {name: local_table(inputs.arrays[whole], rank, tp) for name, whole in there.items()}
        for rank in range(tp)
    ]


def _load_sources(inputs: Inputs) -> list[Source]:
    return [Source(name, inputs.arrays[name]) for name in inputs.arrays]


def _wrong_shapes(rng: Rng, tp: int) -> Inputs:
    """Also a shard, the padded table, the transpose, and one row that broadcasting would repeat."""
    vocab, dim = uneven(rng, tp), 3
    rows = height(vocab, tp)
    shapes = [[vocab + tp, dim], [vocab, dim + 1], [rows, dim], [rows * tp, dim], [dim, vocab]]
    shapes += [[1, dim], [vocab, 1]]
    wrong = [shape for shape in shapes if shape != [vocab, dim]]
    return Inputs(_params(vocab, dim, shapes=wrong))


def _refuses_shapes(inputs: Inputs, run: GroupRun) -> Finding | None:
    right = f"{inputs.params['vocab']}, {inputs.params['dim']}"
    for rank in run.ranks:
        said_of = zip(inputs.params["shapes"], rank.values["outcomes"], strict=True)
        for shape, said in said_of:
            what = _("a table of shape {shape} for an embedding of [{right}]").format(
                shape=shape, right=right
            )
            wanted = (", ".join(map(str, shape)), right)
            sentence = _("Loading {what} must be refused.").format(what=what)
            if finding := refusal_finding(sentence, what, wanted, said):
                return replace(finding, rank=rank.rank)
    return None


# local ids


def _some_ids(vocab: Vocab, shape: tuple[int, ...], **more: Any) -> Make:
    """Random ids, among them the first and the last of a rank, and other ids."""

    def make(rng: Rng, tp: int) -> Inputs:
        size = vocab(rng, tp)
        names = ("ids", "ids again")
        return Inputs(_params(size, 2, **more), {n: _ids(rng, size, tp, shape) for n in names})

    return make


def _ids(rng: Rng, vocab: int, tp: int, shape: tuple[int, ...]) -> np.ndarray:
    ids = rng.integers(0, vocab, int(np.prod(shape)))
    start, end = owned(vocab, int(rng.integers(tp)), tp)
    edges = np.array([start, end - 1, end, 0, vocab - 1]) % vocab
    ids[: len(edges)] = edges[: len(ids)]
    return rng.permutation(ids).reshape(shape)


def _bad_ids(rng: Rng, tp: int) -> Inputs:
    """Each list holds one id that no rank has: the first padding row, far away, negative."""
    vocab = uneven(rng, tp)
    bad = [vocab, vocab + 1, height(vocab, tp) * tp, 1000 * vocab, -1, -vocab]
    lists = [[0, wrong, vocab - 1] for wrong in bad]
    return Inputs(_params(vocab, 2, calls=lists))


# forward


def _forward_expected(inputs: Inputs, tp: int) -> list[Expected]:
    ids, table = inputs.arrays["ids"], inputs.arrays["table"]
    whole = {"y": table[ids]}
    if "ids again" in inputs.arrays:
        whole["y of other ids"] = table[inputs.arrays["ids again"]]
        whole["y of another table"] = inputs.arrays["table again"][ids]
    return [whole] * tp


def _forward_counts(inputs: Inputs, tp: int) -> Mapping[str, int]:
    calls = 3 if "ids again" in inputs.arrays else 1
    return {"all_reduce": calls} if tp > 1 else {}


def _partials_expected(inputs: Inputs, tp: int) -> list[Expected]:
    ids, table = inputs.arrays["ids"], inputs.arrays["table"]
    parts: list[Expected] = []
    for rank in range(tp):
        start, end = owned(len(table), rank, tp)
        mine = ((ids >= start) & (ids < end))[..., np.newaxis]
        parts.append({"y before the sum": np.where(mine, table[ids], np.float32(0))})
    return parts


def _forward(vocab: Vocab, shape: tuple[int, ...], again: bool = False, **more: Any) -> Make:
    """Ids of this shape, and a table whose first row is the largest on every rank."""

    def make(rng: Rng, tp: int) -> Inputs:
        size, width = vocab(rng, tp), int(rng.integers(2, 4))
        arrays: dict[str, np.ndarray] = {}
        for suffix in ("", " again")[: 1 + again]:
            arrays[f"ids{suffix}"] = _ids(rng, size, tp, shape)
            arrays[f"table{suffix}"] = _table(rng, size, tp, width)
        return Inputs(_params(size, width, **more), arrays)

    return make


def _table(rng: Rng, vocab: int, tp: int, dim: int) -> np.ndarray:
    table = integers(rng, vocab, dim)
    table[:: height(vocab, tp)] *= 25
    return table


def _by_hand(ids: Sequence[int] | None = None) -> Make:
    """The table of the worked example, with these ids where there are any."""
    arrays = {"table": np.arange(1, 9, dtype=np.float32).reshape(4, 2)}
    if ids is not None:
        arrays["ids"] = np.array(ids, np.int64)
    return lambda rng, tp: Inputs(_params(4, 2, size=tp), arrays)


_TABLE = saying(outputs(_table_expected, counts=lambda *_: {}), _constructor)
_LOADED = Telling(
    outputs(_load_expected, counts=lambda *_: {}, sources=_load_sources),
    lambda inputs, _run, _rank: _constructor(inputs),
)
_LOADED_BY_HAND = outputs(
    _load_expected, show=("table",), counts=lambda *_: {}, drawn=_load_sources
)
_FORWARD = carrying(
    outputs(_forward_expected, show=("ids", "table"), counts=_forward_counts),
    results(_forward_expected),
)
_PARTIALS = outputs(_partials_expected, show=("ids", "table"))


def _case(
    task: int, name: str, title: str, drive: str, make: Make, check: Check,
    tp: tuple[int, ...] = _SIZES, visible: bool = False, alone: bool = False,
) -> Case:  # fmt: skip
    sent = sent_cut(make, sent_rows) if drive == "forward" else make
    return Case(name, f"ch05.{task}", title, drive, sent, check, tp, visible, alone)


def _ranges(
    name: str, title: str, tp: tuple[int, ...], *vocabs: Vocab, visible: bool = False
) -> Case:
    make = _all_ranks(*vocabs)
    return _case(1, f"ranges-{name}", title, "ranges", make, ranges_wrong, tp, visible, True)


def _example(task: int, name: str, title: str, drive: str, make: Make, check: Check) -> Case:
    alone = drive == "partials"
    return _case(task, f"{name}-example", title, drive, make, check, (2,), True, alone)


CASES = (
    _ranges("example-10", "ranges of 10 ids", (3,), fixed(10), visible=True),
    _ranges("example-5", "ranges of 5 ids", (4,), fixed(5), visible=True),
    _ranges("many", "ranges", (1, 2, 3, 4, 16), even, uneven, fixed(49), fixed(151936)),
    _ranges("few", "ranges of few ids", (3, 4, 7), fixed(2), fixed(10)),
    _example(2, "table", "table", "table", _by_hand(), _TABLE),
    _case(2, "table-uneven", "table", "table", _new_table(uneven_or_5), _TABLE),
    _example(3, "load", "loader", "load", _by_hand(), _LOADED_BY_HAND),
    _case(3, "load-uneven", "loader", "load", _labels(uneven_or_5), _LOADED),
    _case(3, "load-bfloat16", "loader, a bfloat16 checkpoint", "load",
          _labels(even, loaded_dtype="bfloat16"), _LOADED, (2,)),
    _case(3, "load-into-bfloat16", "loader of a bfloat16 layer", "load",
          _labels(even, dtype="bfloat16"), _LOADED, (2,)),
    _case(3, "load-shapes", "loader given wrong shapes", "load_wrong_shapes", _wrong_shapes,
          _refuses_shapes, (1, 2, 3)),
    _example(4, "local-ids", "local ids", "local_ids", _by_hand([1, 3]), local_wrong),
    _case(4, "local-ids-batch", "local ids, 2 dimensions", "local_ids", _some_ids(uneven, (2, 3)),
          local_wrong),
    _case(4, "local-ids-empty", "local ids, 3 in all", "local_ids", _some_ids(fixed(3), (5,)),
          local_wrong, (4,)),
    _case(4, "local-ids-int32", "local ids, int32", "local_ids",
          _some_ids(uneven, (5,), ids_dtype="int32"), local_wrong, (2,)),
    _case(4, "bad-ids", "local ids that nobody has", "bad_ids", _bad_ids, refuses_ids),
    _example(5, "partial", "forward, before the sum", "partials", _by_hand([1, 3]), _PARTIALS),
    _example(5, "forward", "forward", "forward", _by_hand([1, 3]), _FORWARD),
    _case(5, "forward-empty", "forward, 3 ids on 4 ranks", "forward", _forward(fixed(3), (4,)),
          _FORWARD, (4,)),
    _case(5, "forward-batch", "forward, ids are a transpose of 2 dimensions", "forward",
          _forward(uneven, (2, 3), strided=True), _FORWARD),
    _case(5, "forward-one-id", "forward, a single id", "forward", _forward(uneven, ()), _FORWARD,
          (1, 2, 3)),
    _case(5, "forward-again", "forward, called again", "forward",
          _forward(uneven, (5,), again=True), _FORWARD),
    _case(5, "forward-int32", "forward, int32 ids", "forward",
          _forward(uneven, (5,), ids_dtype="int32"), _FORWARD, (2,)),
    _case(5, "forward-bfloat16", "forward in bfloat16", "forward",
          _forward(uneven, (4,), dtype="bfloat16"), _FORWARD, (2,)),
)  # fmt: skip
