"""What chapters 5 and 6 share: odd vocabularies, and who holds which of their rows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..records import Inputs

Rng = np.random.Generator


def height(vocab: int, tp: int) -> int:
    """The rows of every rank's table."""
    return -(-vocab // tp)


def owned(vocab: int, rank: int, tp: int) -> tuple[int, int]:
    """The oracle: the ids [start, end) of a rank."""
    ids = range(vocab)[height(vocab, tp) * rank : height(vocab, tp) * (rank + 1)]
    return (ids.start, ids.stop) if ids else (vocab, vocab)


def local_table(table: np.ndarray, rank: int, tp: int) -> np.ndarray:
    """The oracle: a rank's rows of the whole table, filled up with zeros."""
    start, end = owned(len(table), rank, tp)
    padding = np.zeros((height(len(table), tp) - (end - start), table.shape[1]), table.dtype)
    return np.concatenate([table[start:end], padding])


def sent_rows(inputs: Inputs, name: str, rank: int, tp: int) -> np.ndarray:
    """What a rank is sent of an array: its own rows of a table, the whole of anything else."""
    array = inputs.arrays[name]
    return local_table(array, rank, tp) if name.startswith("table") else array


def uneven(rng: Rng, tp: int) -> int:
    """A vocabulary that tp does not divide, with rows for every rank: (4, 3), (3, 3, 1), …"""
    rows = int(rng.integers(2, 5)) if tp < 4 else int(rng.integers(4, 6))
    return tp * rows - int(rng.integers(1, min(tp, rows))) if tp > 1 else 2 * rows + 1


def uneven_or_5(rng: Rng, tp: int) -> int:
    """A vocabulary that tp does not divide; on 4 ranks one of 5, of which the last has none."""
    return 5 if tp == 4 else uneven(rng, tp)


def even(rng: Rng, tp: int) -> int:
    """A vocabulary that tp divides."""
    return tp * int(rng.integers(2, 4))


def fixed(vocab: int) -> Callable[[Rng, int], int]:
    """A vocabulary of this size, whatever the seed."""
    return lambda rng, tp: vocab
