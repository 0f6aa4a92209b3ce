"""Problem 192: inputs, oracle and cases. One process plays every rank."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..i18n import _
from ..provenance import Source, labelled
from ..records import Case, Check, Finding, GroupRun, Inputs
from ..wire import described
from .common import Expected, outputs, refusal_finding

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]

BLOCKS, INTERLEAVED, PER_RANK = "blocks", "interleaved", "per_rank"
_NAMES = ("q", "k", "v")


def pack(whole: Sequence[np.ndarray], layout: str, kv_heads: int, num_blocks: int) -> np.ndarray:
    """How a checkpoint of this layout was made from q, k and v, head by head."""
    q, k, v = whole
    if layout == BLOCKS:
        return np.concatenate([q, k, v])
    count = kv_heads if layout == INTERLEAVED else num_blocks
    parts = zip(*(np.split(array, count) for array in (q, k, v)), strict=True)
    return np.concatenate([np.concatenate(part) for part in parts])


def _expected_whole(inputs: Inputs, size: int) -> list[Expected]:
    found: dict[str, Any] = {}
    for of in ("", " again"):
        whole = {
            f"{n}{of}": inputs.secret[f"{n}{of}"] for n in _NAMES if f"{n}{of}" in inputs.secret
        }
        found |= {f"what came back{of}": described("three tensors"), **whole} if whole else {}
    return [found]


def _expected_local(inputs: Inputs, size: int) -> list[Expected]:
    (whole,) = _expected_whole(inputs, size)

    def part(value: Any, rank: int) -> Any:
        return np.split(value, size)[rank] if isinstance(value, np.ndarray) else value

    return [{name: part(value, rank) for name, value in whole.items()} for rank in range(size)]


def _sources(inputs: Inputs) -> list[Source]:
    size = int(inputs.params["head_size"])
    return [Source(name, inputs.secret[name], f"{name} head", size) for name in _NAMES]


_WHOLE = outputs(_expected_whole, sources=_sources)
_LOCAL = outputs(_expected_local, sources=_sources)
_SHOWN_WHOLE = outputs(_expected_whole, show=("packed",), drawn=_sources)
_SHOWN_LOCAL = outputs(_expected_local, show=("packed",), drawn=_sources)


def _params(
    layout: str, heads: int, kv: int, head_size: int, size: int, blocks: int
) -> dict[str, Any]:
    return {
        "layout": layout,
        "num_heads": heads,
        "num_kv_heads": kv,
        "head_size": head_size,
        "size": size,
        "num_blocks": blocks,
    }


def _packed(layout: str, blocks: int = 0, again: bool = False, **options: Any) -> Make:
    """q, k and v of labels, packed; the KV heads are a multiple of the ranks and of the blocks.

    On `mha` ranks each query head has a KV head of its own.
    """

    def make(rng: Rng, size: int) -> Inputs:
        kv = int(np.lcm(size, max(blocks, 1))) * int(rng.integers(1, 3))
        kv = max(kv, 2)  # with one KV head interleaved would be blocks
        ratio = int(rng.integers(2, 4)) if size != options.get("mha") else 1
        heads, head_size = kv * ratio, int(rng.integers(2, 4))
        columns = () if options.get("bias") else (int(rng.integers(1, 3)),)
        params = _params(layout, heads, kv, head_size, size, blocks)
        if "dtype" in options:
            params["dtype"] = options["dtype"]
        arrays: dict[str, np.ndarray] = {}
        secret: dict[str, Any] = {}
        start = int(rng.integers(1, 20 if "dtype" in options else 3000))
        for of in ("", " again")[: 1 + again]:
            whole = []
            for count in (heads, kv, kv):
                whole.append(labelled(start, count * head_size, *columns))
                start += whole[-1].size
            secret |= {f"{name}{of}": part for name, part in zip(_NAMES, whole, strict=True)}
            arrays[f"packed{of}"] = pack(whole, layout, kv, blocks)
        return Inputs(params, arrays, secret)

    return make


def _by_hand(layout: str, blocks: int = 0) -> Make:
    """4 query heads, 2 KV heads of 2 rows: q head h is full of h, k of 10 + h, v of 20 + h."""

    def rows(start: int, count: int) -> np.ndarray:
        return np.arange(start, start + count, dtype=np.float32).repeat(2)[:, None]  # (rows, 1)

    def make(rng: Rng, size: int) -> Inputs:
        whole = [rows(0, 4), rows(10, 2), rows(20, 2)]
        packed = pack(whole, layout, 2, blocks)
        secret = dict(zip(_NAMES, whole, strict=True))
        return Inputs(_params(layout, 4, 2, 2, size, blocks), {"packed": packed}, secret)

    return make


# what is refused


def _refused(layout: str, heads: int, kv: int, head_size: int, rows: int) -> Make:
    def make(rng: Rng, size: int) -> Inputs:
        params = _params(layout, heads, kv, head_size, size, 0)
        return Inputs(params, {"packed": labelled(1, rows, 3)})

    return make


def _refuses(sentence: str, *wanted: int) -> Check:
    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        numbers = [str(number) for number in wanted]
        refused = _("{call} must be refused.").format(call=sentence)
        return refusal_finding(refused, sentence, numbers, run.ranks[0].values["outcome"])

    return check


def _whole(name: str, title: str, make: Make, visible: bool = False) -> Case:
    check = _SHOWN_WHOLE if visible else _WHOLE
    return Case(name, "p192.1", title, "unpack", make, check, (1,), visible, alone=True)


def _local(
    name: str, title: str, make: Make, tp: tuple[int, ...] = (1, 2, 3, 4), visible: bool = False
) -> Case:
    check = _SHOWN_LOCAL if visible else _LOCAL
    return Case(name, "p192.2", title, "local", make, check, tp, visible, alone=True)


CASES = (
    _whole("blocks-example", "unpack_qkv, blocks", _by_hand(BLOCKS), True),
    _whole("interleaved-example", "unpack_qkv, interleaved", _by_hand(INTERLEAVED), True),
    _whole("per-rank-example", "unpack_qkv, per_rank of 2", _by_hand(PER_RANK, 2), True),
    _whole("unpack-interleaved", "unpack_qkv, interleaved", _packed(INTERLEAVED, again=True)),
    _whole("unpack-per-rank", "unpack_qkv, per_rank of 3", _packed(PER_RANK, 3, again=True)),
    _whole("unpack-bias", "unpack_qkv of a bias, blocks", _packed(BLOCKS, bias=True)),
    Case("unpack-rows", "p192.1", "unpack_qkv, a row too many", "refused_unpack",
         _refused(BLOCKS, 4, 2, 2, 17),
         _refuses("17 rows for 4 + 2 + 2 heads of 2 rows each", 17, 16),
         (1,), alone=True),
    Case("unpack-layout", "p192.1", "unpack_qkv, an unknown layout", "refused_unpack",
         _refused("stacked", 4, 2, 2, 16), _refuses("The layout 'stacked'"), (1,), alone=True),
    _local("local-example", "local_qkv, blocks", _by_hand(BLOCKS), (2,), True),
    _local("local-interleaved", "local_qkv, interleaved", _packed(INTERLEAVED, mha=2)),
    _local("local-per-rank", "local_qkv, per_rank of 2", _packed(PER_RANK, 2, again=True)),
    _local("local-bias", "local_qkv of a bias, blocks", _packed(BLOCKS, bias=True)),
    _local("local-bfloat16", "local_qkv of bfloat16, blocks",
           _packed(BLOCKS, dtype="bfloat16"), (2,)),
    Case("local-refuses", "p192.2", "local_qkv, 2 KV heads on 4 ranks", "refused_local",
         _refused(BLOCKS, 8, 2, 2, 24), _refuses("2 KV heads on 4 ranks", 2, 4), (4,), alone=True),
)  # fmt: skip
