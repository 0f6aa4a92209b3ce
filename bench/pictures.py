"""How the pictures of results/ look: one style, few colours, the same bytes for the same data."""

from collections.abc import Sequence
from pathlib import Path

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from paired import Part, spread

matplotlib.use("Agg")

OURS, OTHERS, MUTED, DARK = "#1b6ca8", "#b9c2cc", "#7c8894", "#26323d"
STYLE = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": DARK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "text.color": DARK,
    "xtick.color": DARK,
    "ytick.color": DARK,
    "svg.hashsalt": "bench",  # the same picture has the same bytes
}
matplotlib.rcParams.update(STYLE)


def figure(width: float, height: float, columns: int = 1, **options: object) -> tuple[Figure, list]:
    """A figure and its axes, side by side, as a list."""
    # Not pyplot: it keeps every figure alive.
    made = Figure(figsize=(width, height), layout="constrained")
    axes = made.subplots(1, columns, squeeze=False, **options)
    return made, list(axes[0])


def bars(axes: Axes, part: Part, rows: Sequence[str], ours: Sequence[str], unit: str) -> None:
    """Horizontal bars of rows, top to bottom, with the quartiles; `ours` stand out."""
    spreads = [spread(part.rows[row]) for row in rows]
    middles = [middle for _, middle, _ in spreads]
    whiskers = [[m - low for low, m, _ in spreads], [high - m for _, m, high in spreads]]
    colours = [OURS if row in ours else OTHERS for row in rows]
    error = {"ecolor": DARK, "elinewidth": 1, "capsize": 2}
    axes.barh(range(len(rows)), middles, color=colours, xerr=whiskers, error_kw=error, height=0.68)
    axes.set_yticks(range(len(rows)), rows)
    axes.invert_yaxis()
    axes.tick_params(axis="y", length=0)
    axes.set_xlim(0, 1.18 * max((high for _, _, high in spreads), default=1))
    axes.set_xlabel(unit)
    for i, (_, middle, high) in enumerate(spreads):
        axes.annotate(
            f"{middle:.3g}", (high, i), xytext=(5, 0), textcoords="offset points", va="center"
        )


def save(made: Figure, path: Path) -> None:
    """Write the picture; the name says whether as SVG or PNG."""
    path.parent.mkdir(parents=True, exist_ok=True)
    made.savefig(path, metadata={"Date": None})
