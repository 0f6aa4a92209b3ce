"""The pictures that a lesson shows, made from the reader's own tensors and traces.

Tensors are PyTorch's or numpy's; torch itself is not imported here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from . import catalog, trace_file
from .blocks import held, in_words
from .provenance import Source
from .records import GroupRun
from .render import svg_timeline, svg_walk, words
from .render.picture import Picture
from .render.svg_shards import shards as drawn_shards
from .trace import Trace, of_run


def draw_shards(
    shards: Sequence[Any],
    sources: Mapping[str, Any],
    *,
    dim: int = 0,
    unit: int | Mapping[str, int] = 1,
    unit_name: str = "",
    title: str = "",
) -> Picture:
    """A picture of who holds what: each rank's shard as blocks named after the whole weights.

    shards: one tensor per rank, in rank order. sources: the whole weights by name, such as
    {"q": whole_q, "k": whole_k}. dim: the dimension that is cut, 0 rows or 1 columns. unit: how
    many rows (or columns) a named block has, for all weights or by name; unit_name: what such a
    block is. draw_shards(shards, {"k": k}, unit=head_dim, unit_name="head") shows "k head 0".
    Blocks are found by comparing values, so rows should differ. Replicas and padding are marked.
    Raises ValueError for no shards, no sources, or a tensor that is neither 1-D nor 2-D.
    """
    if not shards or not sources:
        raise ValueError(f"needs shards and sources, got {len(shards)} and {len(sources)}")
    arrays = [_array(f"the shard of rank {rank}", shard) for rank, shard in enumerate(shards)]
    wholes = [_source(name, whole, unit, unit_name) for name, whole in sources.items()]
    flat = all(whole.values.ndim == 1 for whole in wholes)
    holding = held(arrays, wholes, 0 if flat else dim)
    return Picture(drawn_shards(holding, title), in_words(holding))


def _read(path: str | Path | None) -> Mapping[str, Any]:
    chosen = Path(path or catalog.ROOT / "models" / "qwen3-0.6b" / "config.json")
    config: Mapping[str, Any] = json.loads(chosen.read_text(encoding="utf-8"))
    return config


def _source(name: str, whole: Any, unit: int | Mapping[str, int], unit_name: str) -> Source:
    size = unit if isinstance(unit, int) else unit.get(name, 0)
    named = bool(unit_name) and size > 0
    return Source(name, _array(name, whole), f"{name} {unit_name}" * named, size * named)


def _array(name: str, tensor: Any) -> np.ndarray:
    """A tensor of any dtype as numbers; bfloat16, which numpy lacks, is exact in float32."""
    if hasattr(tensor, "detach"):
        tensor = tensor.detach().cpu().float().numpy()
    array = np.asarray(tensor)
    if array.ndim not in (1, 2):
        raise ValueError(f"{name} has {array.ndim} dimensions, needs 1 or 2")
    return array


def draw_timeline(trace: Trace | GroupRun | str, title: str = "") -> Picture:
    """A picture of the calls of all ranks: a lane each, time goes down, the divergence marked.

    trace: a recorded trace, a run of ranks, or the name of a problem, "ch02", for its last run.
    Raises ValueError when that problem was not run yet.
    """
    if isinstance(trace, str):
        problem = catalog.find(trace)
        last = trace_file.last(problem)
        if last is None:
            raise ValueError(f"there is no run of {trace} yet")
        trace, title = last, title or words.name(problem)
    found = of_run(trace) if isinstance(trace, GroupRun) else trace
    return Picture(svg_timeline.timeline(found, title), svg_timeline.words(found, title))


def draw_walk(config: Mapping[str, Any] | str | Path | None = None, title: str = "") -> Picture:
    """The animated walk of one token through one decoder layer at tp=2.

    config: a Hugging Face configuration as a dict or as the path of a config.json; without it that
    of Qwen3-0.6B. Raises ValueError, with the number, where two ranks cannot share the heads.
    """
    sizes = svg_walk.sizes_of(config if isinstance(config, Mapping) else _read(config))
    return Picture(svg_walk.walk(sizes, title), svg_walk.in_words(sizes), moves=True)
