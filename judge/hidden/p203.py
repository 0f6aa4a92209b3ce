"""Problem 203: inputs, oracle and cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from ..provenance import labelled
from ..records import Case, Inputs
from .carried import carrying
from .common import Expected, outputs, sent_apart

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]

_ALL = (1, 2, 3, 4)
_SEVERAL = (2, 3, 4)


def _sizes(rng: Rng, dims: int) -> tuple[int, ...]:
    """(B, ..., v): all different, the batch never 1."""
    return tuple(int(n) for n in rng.permutation([2, 3, 4, 5])[:dims])


# merge_gathered: one process


def _merge(dims: int, dtype: str = "") -> Make:
    """`dims` dimensions of labels, twice."""

    def make(rng: Rng, tp: int) -> Inputs:
        rows, *rest = _sizes(rng, dims)
        start = int(rng.integers(1, 40 if dtype else 2000))
        first = labelled(start, tp * rows, *rest)
        params = {"size": tp, **({"dtype": dtype} if dtype else {})}
        arrays = {"gathered": first}
        if not dtype:
            arrays["gathered again"] = labelled(start + first.size, *first.shape)
        return Inputs(params, arrays)

    return make


def merged(gathered: np.ndarray, size: int) -> np.ndarray:
    """The oracle: the blocks of the ranks, side by side."""
    return np.concatenate(np.split(gathered, size), axis=-1)


def _merge_expected(inputs: Inputs, tp: int) -> list[Expected]:
    names = {"merged": "gathered", "merged, of another tensor": "gathered again"}
    size = inputs.params["size"]
    there = {name: whole for name, whole in names.items() if whole in inputs.arrays}
    return [{name: merged(inputs.arrays[whole], size) for name, whole in there.items()}]


def _merge_example(rng: Rng, tp: int) -> Inputs:
    return Inputs({"size": 2}, {"gathered": np.concatenate(_BY_HAND)})


# gather_logits: every rank


def _local(
    batch: Callable[[Rng], tuple[int, ...]], vocab_size: Callable[[Rng, int], int],
    calls: int = 1, **more: object,
) -> Make:  # fmt: skip
    """What each rank has of labels (*batch, vocab). Its padding holds the largest numbers."""

    def make(rng: Rng, tp: int) -> Inputs:
        sizes, vocab = batch(rng), vocab_size(rng, tp)
        arrays: dict[str, np.ndarray] = {}
        secret: dict[str, np.ndarray] = {}
        start = int(rng.integers(1, 40 if "dtype" in more else 2000))
        for prefix in ("local_logits", "again")[:calls]:
            logits = labelled(start, *sizes, vocab)
            start += logits.size
            secret[prefix] = logits
            arrays |= {f"{prefix} {r}": part for r, part in enumerate(parts(logits, tp))}
        return Inputs({"vocab_size": vocab, **more}, arrays, secret)

    return make


def parts(logits: np.ndarray, tp: int) -> list[np.ndarray]:
    """Equal parts of the last dimension, the last ones filled up with large numbers."""
    vocab = logits.shape[-1]
    missing = -(-vocab // tp) * tp - vocab
    filler = np.full((*logits.shape[:-1], missing), 16384, np.float32)
    return np.split(np.concatenate([logits, filler], -1).astype(np.float32), tp, axis=-1)


def _gather_expected(inputs: Inputs, tp: int) -> list[Expected]:
    names = {"local_logits": "logits", "again": "logits, called again"}
    return [{names[key]: logits for key, logits in inputs.secret.items()}] * tp


def _one_all_gather(inputs: Inputs, tp: int) -> Mapping[str, int]:
    return {"all_gather": len(inputs.secret)}


def _own_sizes(inputs: Inputs, tp: int) -> list[int]:
    return [inputs.arrays[f"{prefix} 0"].size for prefix in inputs.secret]


def _by_hand(vocab_size: int) -> Make:
    def make(rng: Rng, tp: int) -> Inputs:
        whole = np.concatenate(_BY_HAND, -1)[:, :vocab_size]
        local = {f"local_logits {r}": part for r, part in enumerate(parts(whole, tp))}
        return Inputs({"vocab_size": vocab_size}, local, {"local_logits": whole})

    return make


def _batch(dims: int) -> Callable[[Rng], tuple[int, ...]]:
    return lambda rng: _sizes(rng, dims)


def _even(rng: Rng, tp: int) -> int:
    return tp * int(rng.integers(2, 5))


def _odd(rng: Rng, tp: int) -> int:
    """The last rank's columns are all real but one, or more; of 4 ranks one has padding only."""
    return tp * int(rng.integers(3, 5)) - int(rng.integers(1, tp)) if tp < 4 else 5


_BY_HAND = [np.array([[1, 2], [11, 12]], np.float32), np.array([[3, 4], [13, 14]], np.float32)]
_MERGED = outputs(_merge_expected, show=("gathered",))
_SHOWN = tuple(f"local_logits {rank}" for rank in range(4))
_GATHERED = carrying(outputs(_gather_expected, show=_SHOWN, counts=_one_all_gather), _own_sizes)
_ALONE = outputs(_gather_expected, show=_SHOWN)  # a single rank may talk to itself, or not


def _merge_case(
    name: str, title: str, make: Make, tp: tuple[int, ...] = _ALL, visible: bool = False
) -> Case:
    return Case(name, "p203.1", title, "merge", make, _MERGED, tp, visible, alone=True)


def _gather_case(
    name: str, title: str, make: Make, tp: tuple[int, ...] = _SEVERAL, visible: bool = False
) -> Case:
    check = _ALONE if tp == (1,) else _GATHERED
    return Case(name, "p203.2", title, "gather", sent_apart(make), check, tp, visible)


CASES = (
    _merge_case("merge-example", "blocks of 2 ranks, 2 sequences", _merge_example, (2,), True),
    _merge_case("merge", "blocks of 4 dimensions", _merge(4)),
    _merge_case("merge-bfloat16", "blocks in bfloat16", _merge(2, "bfloat16"), (2,)),
    _gather_case("gather-example", "logits of 4 ids", _by_hand(4), (2,), True),
    _gather_case("padded-example", "logits of 3 ids", _by_hand(3), (2,), True),
    _gather_case("gather", "logits (B, T, V), an odd vocabulary, called twice",
                 _local(_batch(2), _odd, 2)),
    _gather_case("strided", "logits that are a transpose",
                 _local(_batch(1), _even, strided=True), (2,)),
    _gather_case("bfloat16", "logits in bfloat16",
                 _local(_batch(1), _even, dtype="bfloat16"), (2,)),
    _gather_case("one-rank", "logits on a single rank", _local(_batch(1), _even), (1,)),
)  # fmt: skip
