"""What does isolation cost: the time until a group of ranks has loaded an empty file."""

from __future__ import annotations

import sys
import tempfile
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from paired import Part, Parts, Question, seconds, take_turns

from judge import isolation
from judge.launcher import Template
from judge.records import Limits

SIZES = (1, 2, 4)
KINDS = {
    "without layers": (),
    "landlock and seccomp": ("landlock", "seccomp"),
    "namespaces": ("namespaces",),
    "all layers": isolation.NAMES,
}
MOST_MS = 30.0  # a group may cost, set before measuring


def load(rounds: int, quick: bool) -> Part:
    """Milliseconds for each number of ranks and each kind; what all layers add is held to a target.

    A layer that this machine lacks is an error with its reason.
    """
    part, template = Part(), Template()
    try:
        template.wait_until_ready()
        lacking = {name: why for name, why in template.missing.items() if why}
        part.errors |= lacking
        kinds = {name: layers for name, layers in KINDS.items() if not {*layers} & {*lacking}}
        for size in SIZES[:1] if quick else SIZES:
            sides = {
                f"{kind}, {size} ranks": partial(load_ms, template, size, layers)
                for kind, layers in kinds.items()
            }
            part.add("ms", take_turns(sides, 3 * rounds, watch=False))
            add_cost(part, size)
    finally:
        template.close()
    return part


def add_cost(part: Part, size: int) -> None:
    """What all layers add, round by round."""
    shut_in, bare = f"all layers, {size} ranks", f"without layers, {size} ranks"
    if shut_in in part.rows:
        pairs = zip(part.rows[shut_in], part.rows[bare], strict=True)
        added = f"all layers add, {size} ranks"
        part.add("ms", {added: [a - b for a, b in pairs]})
        part.limit(added, MOST_MS)


def load_ms(template: Template, size: int, layers: tuple[str, ...]) -> float:
    """From asking for a group until every rank has imported an empty file."""
    template.missing = {name: "" if name in layers else "left out" for name in isolation.NAMES}
    root = Path(tempfile.mkdtemp(dir=template.directory))
    (root / "program.py").write_text("")
    setup = {
        "root": str(root), "own": str(root), "package": "", "modules": ["program"], "names": [],
        "problem": "p199", "seed": "1", "real": False, "bare": False, "cpu_s": 60,
        "memory_mb": 1024, "untrusted": False,
    }  # fmt: skip
    groups = []

    def start() -> None:
        groups.append(template.spawn(size, setup))
        groups[0].load(Limits())

    try:
        return 1e3 * seconds(start)
    finally:
        groups[0].close()


def draw(parts: Parts, path: Path) -> None:
    """One panel for each number of ranks."""
    import pictures

    part = parts["load"]
    figure, axes = pictures.figure(10, 2.4, len(SIZES))
    for panel, size in zip(axes, SIZES, strict=True):
        rows = [
            row
            for row in part.rows
            if row.endswith(f" {size} ranks") and row.partition(",")[0] in KINDS
        ]
        pictures.bars(panel, part, rows, rows[-1:], "ms")
        panel.set_yticklabels([row.rpartition(",")[0] for row in rows])
        panel.set_title(f"{size} ranks" if size > 1 else "1 rank")
    pictures.save(figure, path)


if __name__ == "__main__":
    Question("isolation", {"load": load}, draw).main()
