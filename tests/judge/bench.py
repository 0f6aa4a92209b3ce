"""Runs plain functions on the judge's ranks: a drive and a case without a problem."""

import inspect
import tempfile
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.launcher import Template
from judge.records import GroupRun, Limits, Place

DRIVE = """
def call(learner, inputs, group):
    function, more = getattr(learner, inputs.params["name"]), inputs.params["more"]
    outcome = function(group.rank, group.size, *more)
    return outcome if isinstance(outcome, dict) else {"value": outcome}
"""
HEAD = """\
import contextlib
import os
import sys
import time

import torch
import torch.distributed as dist


"""
QUICK = Limits(cpu_s=2.0, idle_s=2.0, memory_mb=512)
SHORT = Limits(cpu_s=1.0, idle_s=0.5, memory_mb=200)


@dataclass
class Bench:
    """A template whose ranks know one drive more than the judge's own."""

    template: Template

    def __post_init__(self):
        drives = self.template.directory / "runtime" / "judge" / "worker" / "drives"
        (drives / "bench.py").write_text(DRIVE)

    def group(
        self, size: int, text: str, bare: bool = False, limits: Limits = QUICK, real: bool = False,
        untrusted: bool = False,
    ):  # fmt: skip
        """Ranks that have loaded a file `program.py` with this text."""
        root = Path(tempfile.mkdtemp(dir=self.template.directory)) / "course"
        root.mkdir()
        (root / "program.py").write_text(text)
        setup = {
            "problem": "bench", "root": str(root), "own": str(root), "package": "", "names": [],
            "modules": ["program"], "seed": "1", "real": real, "bare": bare or real, "cpu_s": 60,
            "memory_mb": 4096, "untrusted": untrusted,
        }  # fmt: skip
        lines = text.splitlines()
        group = self.template.spawn(size, setup, lambda place: _with_source(place, lines))
        self.loaded = group.load(limits)
        return group

    def run(self, size: int, program, bare: bool = False, limits: Limits = QUICK) -> GroupRun:
        """`program` is a function of (rank, size), or the text of a file with a function `main`."""
        text, name = program, "main"
        if callable(program):
            text, name = HEAD + textwrap.dedent(inspect.getsource(program)), program.__name__
        group = self.group(size, text, bare, limits)
        try:
            return call(group, name, limits) if group.usable else self.loaded
        finally:
            group.close()


def call(
    group, name: str, limits: Limits = QUICK, trace: bool = False, more: Sequence[Any] = ()
) -> GroupRun:
    """One case: the function `name` on every rank, with `more` after rank and size."""
    params = {"name": name, "more": list(more)}
    request = {"drive": "call", "trace": trace, "params": params}
    return group.run([(request, {})] * group.size, limits)


def statuses(run: GroupRun) -> list[str]:
    return [rank.status for rank in run.ranks]


def violations(run: GroupRun) -> list[str]:
    return [sentence for rank in run.ranks for sentence in rank.violations]


def _with_source(place: Place | None, lines: list[str]) -> Place | None:
    if place is None or not 0 < place.line <= len(lines):
        return place
    return Place(place.file, place.line, lines[place.line - 1].strip(), place.function)
