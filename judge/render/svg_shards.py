"""Who holds what, as a picture: whole weights, then the shard of each rank, block by block.

Rows are stacked from top to bottom; columns stand side by side, each shard under its place in the
whole. Blocks have the colour of their weight and say what they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..blocks import Block, Holding, in_words, joined, ranks_text, shape_text, split
from . import svg
from .svg import PAD, SOFT

_BLOCK = 104  # width of a block
_TICK = 24  # left of it, for the number of its first row
_WHOLES = 186  # width of the whole weights with their holders
_STEP = _TICK + _BLOCK + 8  # from one rank to the next
_PER_ROW = 4  # ranks beside the wholes
_TALL = 190  # pixels for the longest shard, where its labels do not need more
_MOST = 10  # blocks of one rank that are drawn head by head
_SMALL = 10.5


def shards(holding: Holding, title: str = "") -> str:
    """The picture as a whole document."""
    title = title or "Who holds what"
    rows = holding.dim == 0
    height, body = _stacked(holding, 40) if rows else _side_by_side(holding, 40)
    heading = svg.heading(title)
    return svg.document(height, title, in_words(holding), heading + body)


def colour(block: Block) -> str:
    return svg.COLOURS[block.whole % len(svg.COLOURS)] if block.whole >= 0 else svg.GREY


@dataclass(frozen=True)
class Cell:
    """A block with what is written in it."""

    block: Block
    label: str
    note: str = ""  # below the label, smaller
    wrong: bool = False

    def lines(self, width: float) -> list[tuple[str, float]]:
        """Each line with its size; nothing where it does not fit."""
        said = [(s, 12.0) for s in svg.wrap(_with_number(self.label), width - 8)]
        said += [(s, _SMALL) for s in svg.wrap(self.note, width - 8, _SMALL)]
        if all(svg.text_width(s, size) <= width - 8 for s, size in said):
            return said
        cut = [(svg.elide(s, width - 8, _SMALL), _SMALL) for s, _ in said]
        return cut if width >= _BLOCK else []

    def height(self, width: float) -> float:
        return 8 + sum(size * 1.25 for _, size in self.lines(width))

    def draw(self, x: float, y: float, width: float, height: float, title: str) -> str:
        drawn = box(self, x, y, width, height, title) + _written(self, x, y, width, height)
        return drawn + _badge(x + width, y) if self.wrong else drawn


def _with_number(label: str) -> str:
    """The label, whose number stays on the line of its noun: "rows 0–3"."""
    words, _space, last = label.rpartition(" ")
    return f"{words}\N{NO-BREAK SPACE}{last}" if last[:1].isdigit() else label


def box(cell: Cell, x: float, y: float, width: float, height: float, title: str) -> str:
    fill = colour(cell.block)
    if cell.block.whole < 0:
        fill = "url(#NAME-stripes)"
    drawn = svg.rect(x, y, width, height, f'fill="{fill}" stroke="#16191D" rx="2"', title)
    if cell.note.startswith("replica"):
        inner = 'fill="none" stroke="#16191D" stroke-dasharray="3 2"'
        drawn += svg.rect(x + 3, y + 3, width - 6, height - 6, inner)
    if cell.wrong:
        marked = f'fill="none" stroke="{svg.WRONG}" stroke-width="3.5" rx="2"'
        drawn += svg.rect(x, y, width, height, marked)
    return drawn


def _badge(x: float, y: float) -> str:
    """The sign "is not" on the corner of a block."""
    badge = f'<circle cx="{x:.0f}" cy="{y + 9:.0f}" r="9" fill="#FFFFFF" stroke="{svg.WRONG}"'
    sign = 'fill="#000000" font-weight="700"'
    return f'{badge} stroke-width="2.5"/>' + svg.text(x, y + 13.5, "≠", 13, "middle", sign)


def _written(cell: Cell, x: float, y: float, width: float, height: float) -> str:
    ink, said = f'fill="{svg.ink_on(colour(cell.block))}"', cell.lines(width)
    top = y + (height - sum(size * 1.25 for _, size in said)) / 2
    drawn = []
    for words, size in said:
        drawn.append(svg.text(x + width / 2, top + size * 0.97, words, size, "middle", ink))
        top += size * 1.25
    return "".join(drawn)


def cells(holding: Holding, rank: int, joining: bool) -> list[Cell]:
    """What is drawn of one rank: head by head, or in runs where those would be too many."""
    blocks = holding.ranks[rank]
    if joining:
        return [_cell(holding, block, rank) for block in _joined_alike(holding, blocks)]
    units = [unit for block in blocks for unit in by_unit(holding, block)]
    return [_cell(holding, block, rank) for block in units]


def too_many(holding: Holding) -> bool:
    """Whether heads must be joined."""
    units = [sum(len(by_unit(holding, b)) for b in own) for own in holding.ranks]
    return max(units, default=0) > _MOST


def _cell(holding: Holding, block: Block, rank: int) -> Cell:
    others = [r for r in holding.holders(block) if r != rank]
    note = f"replica, {_also(others)}" if others else ""
    return Cell(block, holding.label(block), note)


def _also(ranks: Sequence[int]) -> str:
    """ "also rank 1", on one line."""
    return f"also {ranks_text(ranks)}".replace(" ", "\N{NO-BREAK SPACE}")


def by_unit(holding: Holding, block: Block) -> list[Block]:
    """The heads of a block, where it is made of whole heads."""
    size = holding.wholes[block.whole].unit_size if block.whole >= 0 else 0
    if not size or block.first % size or (block.last + 1) % size:
        return [block]
    return list(split(block, range(block.first + size, block.last + 1, size)))


def _joined_alike(holding: Holding, blocks: Sequence[Block]) -> list[Block]:
    """Neighbours made one where the same ranks hold them."""
    made: list[Block] = []
    for block in blocks:
        alike = made and holding.holders(made[-1]) == holding.holders(block)
        run = joined([made[-1], block]) if alike else []
        made[-1:] = run if len(run) == 1 else [*made[-1:], block]
    return made


# rows: from top to bottom


def _stacked(holding: Holding, top: float) -> tuple[float, str]:
    """The height and what is drawn."""
    joining = too_many(holding)
    columns = [cells(holding, rank, joining) for rank in range(len(holding.ranks))]
    wholes_end, drawn = _wholes(holding, PAD, top)
    heights = column_heights(columns)
    y, bottom = top, wholes_end
    for start in range(0, len(columns), _PER_ROW):
        some = range(start, min(start + _PER_ROW, len(columns)))
        for place, rank in enumerate(some):
            x = PAD + _WHOLES + place * _STEP
            drawn += column_head(holding, rank, x + _TICK, y)
            drawn += column(columns[rank], heights[rank], x, y + 38)
        y += 38 + max(sum(heights[rank]) for rank in some) + 22
        bottom = max(bottom, y - 22)
    return bottom + PAD, drawn


def column_heights(columns: Sequence[Sequence[Cell]]) -> list[list[float]]:
    """Of every block: as its lines are many, but never too low for its label.

    Blocks that stand side by side, where all shards are laid out alike, are equally high.
    """
    most = max((sum(c.block.length for c in own) for own in columns), default=1) or 1
    heights = [[max(c.height(_BLOCK), c.block.length * _TALL / most, 20) for c in own]
               for own in columns]  # fmt: skip
    layouts = {tuple(c.block.length for c in own) for own in columns}
    if len(layouts) > 1:
        return heights
    return [[max(level) for level in zip(*heights, strict=True)] for _ in columns]


def column_head(holding: Holding, rank: int, x: float, y: float) -> str:
    shape = shape_text(holding.shapes[rank])
    return svg.text(x, y + 14, f"rank {rank}", 13, more=svg.BOLD) + svg.text(
        x, y + 30, shape, 11, more=SOFT
    )


def column(own: Sequence[Cell], heights: Sequence[float], x: float, y: float) -> str:
    """The blocks of one rank, each with the number of its first row in the shard."""
    if not own:
        return svg.text(x + _TICK, y + 14, "holds nothing", 12, more=SOFT)
    drawn = ""
    for cell, height in zip(own, heights, strict=True):
        title = f"{cell.label} {cell.note}".strip()
        drawn += svg.text(x + _TICK - 5, y + 11, str(cell.block.start), 10, "end", SOFT)
        drawn += cell.draw(x + _TICK, y, _BLOCK, height, title)
        y += height
    return drawn


def _wholes(holding: Holding, x: float, y: float) -> tuple[float, str]:
    """Where it ends, and the whole weights with who holds each piece."""
    drawn = ""
    longest = max(whole.length for whole in holding.wholes)
    for number, whole in enumerate(holding.wholes):
        shape = shape_text(whole.shape)
        drawn += svg.text(x, y + 14, svg.elide(whole.name, _WHOLES - 8, 13), 13, more=svg.BOLD)
        drawn += svg.text(x, y + 30, f"whole {shape}", 11, more=SOFT)
        y += 38
        for piece in _few(holding.pieces(number)):
            cell = Cell(piece, holding.label(piece))
            height = max(cell.height(_BLOCK), piece.length * _TALL / longest / 2, 22)
            drawn += cell.draw(x, y, _BLOCK, height, cell.label)
            drawn += _holders(holding, piece, x + _BLOCK + 6, y + height / 2)
            y += height
        y += 12
    return y - 12, drawn


def _holders(holding: Holding, piece: Block, x: float, y: float) -> str:
    ranks = holding.holders(piece)
    if not ranks and any(holding.holders(b) for b in holding.pieces(piece.whole)):
        return svg.text(x, y + 4, "no rank", 11, more=svg.BOLD)
    return svg.text(x, y + 4, ranks_text(ranks), 11, more=SOFT)


def _few(pieces: list[Block]) -> list[Block]:
    return pieces if len(pieces) <= 16 else joined(pieces)


# columns: side by side


_LEFT, _BAND = 92, 46


def _side_by_side(holding: Holding, y: float) -> tuple[float, str]:
    """The height and what is drawn."""
    wide = svg.WIDTH - 2 * PAD - _LEFT
    scale = wide / max(1, *(w.length for w in holding.wholes), *_lengths(holding))
    drawn = ""
    for number, whole in enumerate(holding.wholes):
        drawn += _row_head(whole.name, shape_text(whole.shape), y)
        pieces = [Cell(p, holding.label(p)) for p in holding.pieces(number)]
        starts = [PAD + _LEFT + cell.block.first * scale for cell in pieces]
        drawn += _band(pieces, starts, y, scale)
        for cell, x in zip(pieces, starts, strict=True):
            middle = x + cell.block.length * scale / 2
            holders = holding.holders(cell.block)
            who = [ranks_text(holders), ", ".join(map(str, holders))]
            fit = [s for s in who if svg.text_width(s, _SMALL) <= cell.block.length * scale]
            for words in fit[:1]:
                drawn += svg.text(middle, y + _BAND + 14, words, _SMALL, "middle", SOFT)
        y += _BAND + 30
    for rank in range(len(holding.ranks)):
        own = cells(holding, rank, too_many(holding))
        drawn += _row_head(f"rank {rank}", shape_text(holding.shapes[rank]), y)
        drawn += _shard_band(own, y, scale)
        y += _BAND + 10
    return y - 10 + PAD, drawn


def _lengths(holding: Holding) -> list[int]:
    return [sum(block.length for block in own) for own in holding.ranks]


def _row_head(name: str, shape: str, y: float) -> str:
    head = svg.text(PAD, y + 20, svg.elide(name, _LEFT - 6, 13), 13, more=svg.BOLD)
    return head + svg.text(PAD, y + 36, shape, 11, more=SOFT)


def _shard_band(own: Sequence[Cell], y: float, scale: float) -> str:
    """Under its place in the whole, where it is one piece of it."""
    left = PAD + _LEFT
    if not own:
        return svg.text(left, y + 28, "holds nothing", 12, more=SOFT)
    run = joined([cell.block for cell in own])
    shift = run[0].first if len(run) == 1 and run[0].whole >= 0 else 0
    starts = [left + (shift + cell.block.start) * scale for cell in own]
    return _band(own, starts, y, scale)


def _band(own: Sequence[Cell], starts: Sequence[float], y: float, scale: float) -> str:
    drawn = ""
    for cell, x in zip(own, starts, strict=True):
        width = cell.block.length * scale
        drawn += cell.draw(x, y, width, _BAND, f"{cell.label} {cell.note}".strip())
    return drawn + _beside(own, starts, y, scale)


def _beside(own: Sequence[Cell], starts: Sequence[float], y: float, scale: float) -> str:
    """The label of a single block that is too narrow for it, on the side that has room."""
    if len(own) != 1 or own[0].lines(own[0].block.length * scale):
        return ""
    end = starts[0] + own[0].block.length * scale + 6
    words = ", ".join(filter(None, [own[0].label, own[0].note]))
    if end + svg.text_width(words) <= svg.WIDTH - PAD:
        return svg.text(end, y + _BAND / 2 + 4, words)
    return svg.text(starts[0] - 6, y + _BAND / 2 + 4, words, anchor="end")
