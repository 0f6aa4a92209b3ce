"""Who holds what: which lines of which whole weight every rank's shard is made of.

A line is a row, or a column where the weight is cut along dim 1. Whole lines are compared, so the
weights should have lines that differ; where several fit, the longest run counts, then the one that
no earlier rank holds. Nothing here knows what is right. The pictures are drawn from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from .i18n import _, plural
from .provenance import Source, span

ZEROS, UNWRITTEN, UNKNOWN = "zeros", "never written", "of no weight"
_NOUNS = ("row", "column")
_MOST = 20_000  # numbers of a shard that are looked up
_Ids: TypeAlias = np.ndarray  # one number for each line, the same for equal lines


@dataclass(frozen=True)
class Whole:
    """A whole weight; `unit` names `unit_size` lines of it: "q head"."""

    name: str
    shape: tuple[int, ...]
    length: int  # lines
    unit: str = ""
    unit_size: int = 0


@dataclass(frozen=True)
class Block:
    """The lines `start` to `stop` (exclusive) of a shard: lines of a weight from `first` on.

    `whole` is the number of the weight; -1 for lines of none, and then `what` says what they are.
    """

    start: int
    stop: int
    whole: int = -1
    first: int = 0
    what: str = ""

    @property
    def length(self) -> int:
        return self.stop - self.start

    @property
    def last(self) -> int:
        return self.first + self.length - 1


@dataclass(frozen=True)
class Holding:
    """What every rank holds of some weights that are cut along `dim`."""

    dim: int
    wholes: tuple[Whole, ...]
    shapes: tuple[tuple[int, ...], ...]  # of the shards
    ranks: tuple[tuple[Block, ...], ...]  # cut so that the same ranks hold all of a block

    def holders(self, block: Block) -> tuple[int, ...]:
        """The ranks that hold the lines of a block; none for lines of no weight."""
        if block.whole < 0:
            return ()
        return tuple(r for r, own in enumerate(self.ranks) if any(_same(block, b) for b in own))

    def label(self, block: Block) -> str:
        """ "q heads 0–1", "W columns 2–3", "all of up", "padding (zeros)"."""
        if block.whole < 0:
            return _("padding (zeros)") if block.what == ZEROS else _(block.what)
        whole, size = self.wholes[block.whole], self.wholes[block.whole].unit_size
        if size and block.first % size == 0 == (block.last + 1) % size:
            return span(whole.unit, block.first // size, block.last // size)
        if block.length == whole.length:
            return _("all of {name}").format(name=whole.name)
        noun = "value" if len(whole.shape) == 1 else _NOUNS[self.dim]
        return f"{whole.name} {span(noun, block.first, block.last)}"

    def pieces(self, number: int) -> list[Block]:
        """A whole weight, cut wherever other ranks begin to hold it."""
        length = self.wholes[number].length
        cuts = {0, length} | {edge for b in self._of(number) for edge in (b.first, b.last + 1)}
        edges = sorted(cuts)
        return [Block(a, b, number, a) for a, b in zip(edges, edges[1:], strict=False)]

    def _of(self, number: int) -> Iterator[Block]:
        return (block for own in self.ranks for block in own if block.whole == number)


def held(shards: Sequence[np.ndarray], sources: Sequence[Source], dim: int = 0) -> Holding:
    """The blocks of each rank's shard, found by comparing values with the whole weights.

    Shards and weights are one- or two-dimensional; 1-D ones are cut along their only dimension.
    """
    known: dict[bytes, int] = {}
    wholes = [_ids(source.values, dim, known) for source in sources]
    used = [np.zeros(len(ids), bool) for ids in wholes]
    ranks = []
    for shard in shards:
        blocks = list(_blocks(shard, dim, known, wholes, used))
        for block in blocks:
            if block.whole >= 0:
                used[block.whole][block.first : block.last + 1] = True
        ranks.append(blocks)
    return Holding(
        dim=dim,
        wholes=tuple(map(_whole, sources, wholes)),
        shapes=tuple(tuple(shard.shape) for shard in shards),
        ranks=tuple(tuple(_cut(blocks, ranks)) for blocks in ranks),
    )


def _whole(source: Source, ids: _Ids) -> Whole:
    shape = tuple(source.values.shape)
    return Whole(source.name, shape, len(ids), source.unit, source.unit_rows)


def lines(array: np.ndarray, dim: int) -> np.ndarray:
    """One line of numbers for each row (dim 0) or column (dim 1)."""
    if array.ndim < 2:
        return array.reshape(-1, 1)
    length = array.shape[dim]
    return np.moveaxis(array, dim, 0).reshape(length, array.size // length if length else 0)


def _ids(array: np.ndarray, dim: int, known: dict[bytes, int]) -> _Ids:
    """A number for each line; `known` remembers it by the line's bytes."""
    plain = np.real(lines(array, dim)).astype(np.float32) + np.float32(0)  # -0 becomes 0
    return np.array([known.setdefault(line.tobytes(), len(known)) for line in plain], dtype=int)


def _blocks(
    shard: np.ndarray, dim: int, known: dict[bytes, int], wholes: list[_Ids], used: list[np.ndarray]
) -> Iterator[Block]:
    ids, values = _ids(shard, dim, dict(known)), lines(shard, dim)
    start = 0
    while start < len(ids):
        block = _longest(ids, start, wholes, used)
        if block is None:
            block = _of_none(ids, values, start, wholes)
        yield block
        start = block.stop


def _longest(ids: _Ids, start: int, wholes: list[_Ids], used: list[np.ndarray]) -> Block | None:
    """The longest run of lines of one weight that begins here."""
    found = [
        (_run(ids[start:], whole[first:]), not used[number][first], -number, -int(first))
        for number, whole in enumerate(wholes)
        for first in np.flatnonzero(whole == ids[start])
    ]
    if not found:
        return None
    length, _fresh, number, first = max(found)
    return Block(start, start + length, -number, -first)


def _run(one: _Ids, other: _Ids) -> int:
    """How many of the first numbers agree."""
    most = min(len(one), len(other))
    differ = np.flatnonzero(one[:most] != other[:most])
    return int(differ[0]) if len(differ) else most


def _of_none(ids: _Ids, values: np.ndarray, start: int, wholes: list[_Ids]) -> Block:
    what, stop = _what(values[start]), start + 1
    somewhere = np.concatenate([np.empty(0, int), *wholes])
    while stop < len(ids) and ids[stop] not in somewhere and _what(values[stop]) == what:
        stop += 1
    return Block(start, stop, what=what)


def _what(line: np.ndarray) -> str:
    if np.isnan(line).all():
        return UNWRITTEN
    return UNKNOWN if line.any() else ZEROS


def _cut(blocks: list[Block], ranks: list[list[Block]]) -> Iterator[Block]:
    """The blocks, cut wherever a block of any rank begins or ends in the same weight."""
    edges = {(b.whole, e) for own in ranks for b in own for e in (b.first, b.last + 1)}
    for block in blocks:
        inner = sorted(e for w, e in edges if w == block.whole and block.first < e <= block.last)
        yield from split(block, inner if block.whole >= 0 else [])


def split(block: Block, edges: Sequence[int]) -> Iterator[Block]:
    """The block cut before these lines of its weight."""
    for first, end in zip([block.first, *edges], [*edges, block.last + 1], strict=True):
        at = block.start + first - block.first
        yield replace(block, start=at, stop=at + end - first, first=first)


def _same(one: Block, other: Block) -> bool:
    """Whether `other`, which is cut finely enough, has lines of `one`."""
    return one.whole == other.whole and other.first <= one.last and one.first <= other.last


@dataclass(frozen=True)
class Compared:
    """One named parameter on every rank: what is there, and what should be."""

    name: str
    got: Holding
    expected: Holding


def compared(
    name: str,
    got: Sequence[np.ndarray],
    expected: Sequence[np.ndarray],
    sources: Sequence[Source],
) -> Compared | None:
    """Both holdings; None for what is too large, or expected lines that are of no weight."""
    arrays = [*got, *expected]
    if any(a.ndim not in (1, 2) or a.size > _MOST or len(a) > _MOST for a in arrays):
        return None
    if not all(source.values.ndim in (1, 2) for source in sources):
        return None
    dim = _cut_dim(expected, sources)
    both = held(arrays, sources, dim)
    used = {block.whole for own in both.ranks for block in own}
    some = [source for number, source in enumerate(sources) if number in used]
    right = held(expected, some, dim)
    if any(b.what in (UNKNOWN, UNWRITTEN) for own in right.ranks for b in own) or not some:
        return None
    return Compared(name, held(got, some, dim), right)


def _cut_dim(expected: Sequence[np.ndarray], sources: Sequence[Source]) -> int:
    """1 where the rows of the shards are shorter than those of every weight."""
    widths = {source.values.shape[1] for source in sources if source.values.ndim == 2}
    return int(all(a.ndim == 2 and a.shape[1] not in widths for a in expected) and bool(widths))


# in words


def in_words(holding: Holding) -> str:
    """The picture as text: a line for each rank, then replicas and what no rank holds."""
    wholes = ", ".join(f"{w.name} {shape_text(w.shape)}" for w in holding.wholes)
    across = (_("rows"), _("columns"))[holding.dim]
    sentence = _("Whole: {wholes}; cut along dim {dim} ({lines}).")
    said = [sentence.format(wholes=wholes, dim=holding.dim, lines=across)]
    said += [_rank_line(holding, rank) for rank in range(len(holding.ranks))]
    return "\n".join([*said, *_shared(holding), *_missing(holding)])


def _rank_line(holding: Holding, rank: int) -> str:
    held_here = " | ".join(holding.label(b) for b in joined(holding.ranks[rank])) or _("nothing")
    shape = shape_text(holding.shapes[rank])
    return _("rank {rank} {shape}: {held}").format(rank=rank, shape=shape, held=held_here)


def joined(blocks: Sequence[Block]) -> list[Block]:
    """Neighbours that go on in the same weight, made one."""
    made: list[Block] = []
    for block in blocks:
        goes_on = made and block.whole >= 0 and made[-1].whole == block.whole
        if goes_on and made[-1].last + 1 == block.first:
            made[-1] = replace(made[-1], stop=block.stop)
        else:
            made.append(block)
    return made


def _shared(holding: Holding) -> list[str]:
    blocks = dict.fromkeys(
        replace(b, start=0, stop=b.length) for own in holding.ranks for b in own if b.whole >= 0
    )
    shared = [(b, holding.holders(b)) for b in blocks]
    told = [(holding.label(b), ranks_text(ranks)) for b, ranks in shared if len(ranks) > 1]
    return [_("{block}: replica on {ranks}.").format(block=b, ranks=r) for b, r in told]


def _missing(holding: Holding) -> list[str]:
    pieces = [b for number in range(len(holding.wholes)) for b in holding.pieces(number)]
    lost = ", ".join(holding.label(b) for b in pieces if not holding.holders(b))
    return [_("Held by no rank: {lost}.").format(lost=lost)] if lost else []


def ranks_text(ranks: Sequence[int]) -> str:
    """ "no rank", "rank 0", "ranks 0, 1", "ranks 0–3"."""
    if not ranks:
        return _("no rank")
    if len(ranks) > 2 and list(ranks) == list(range(ranks[0], ranks[-1] + 1)):
        return _("ranks {first}–{last}").format(first=ranks[0], last=ranks[-1])
    sentence = plural("rank {listed}", "ranks {listed}", len(ranks))
    return sentence.format(listed=", ".join(map(str, ranks)))


def shape_text(shape: tuple[int, ...]) -> str:
    """ "(4, 3)", "(4,)"."""
    return f"({', '.join(map(str, shape))}{',' * (len(shape) == 1)})"
