"""What isolation costs: the time until a group of ranks has loaded a file, with and without layers.

Rounds take turns, so that a machine that grows busier is unfair to none; the fastest of them
counts, as the rest measure what else runs. Run it with: python bench/bench_isolation.py
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from judge import isolation
from judge.launcher import Template
from judge.records import Limits

ROUNDS = 20
SIZES = (1, 2, 4)
KINDS = {
    "L0 alone": (),
    "landlock, seccomp": ("landlock", "seccomp"),
    "namespaces": ("namespaces",),
    "all": isolation.NAMES,
}


def main() -> None:
    """Print a table: ranks, layers, milliseconds to load and what that is above L0."""
    template = Template()
    try:
        template.wait_until_ready()
        there = {name for name, why in template.missing.items() if not why}
        print("ranks  layers              load ms  above L0")
        for size in SIZES:
            for line in rows(template, size, there):
                print(line)
    finally:
        template.close()


def rows(template: Template, size: int, there: set[str]) -> Iterator[str]:
    """One line for each kind whose layers are there."""
    kinds = {name: layers for name, layers in KINDS.items() if set(layers) <= there}
    times: dict[str, list[float]] = {name: [] for name in kinds}
    for _ in range(ROUNDS):
        for name, layers in kinds.items():
            times[name].append(load_ms(template, size, layers))
    base = min(times["L0 alone"])
    for name, measured in times.items():
        yield f"{size:5}  {name:18}  {min(measured):7.1f}  {min(measured) - base:8.1f}"


def load_ms(template: Template, size: int, layers: tuple[str, ...]) -> float:
    """From asking for a group until every rank has imported an empty file."""
    template.missing = {name: "" if name in layers else "left out" for name in isolation.NAMES}
    root = Path(tempfile.mkdtemp(dir=template.directory))
    (root / "program.py").write_text("")
    setup = {
        "root": str(root), "own": str(root), "package": "", "modules": ["program"], "names": [],
        "seed": "1", "real": False, "bare": False, "cpu_s": 60, "memory_mb": 1024,
    }  # fmt: skip
    start = time.perf_counter()
    group = template.spawn(size, setup)
    try:
        group.load(Limits())
        return (time.perf_counter() - start) * 1e3
    finally:
        group.close()


if __name__ == "__main__":
    main()
