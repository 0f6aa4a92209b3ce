"""Runs cases of one laid-out submission on rank groups, one group for each tp."""

from __future__ import annotations

import contextlib
import hashlib
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from . import assemble, strangers, wire
from .assemble import Course
from .i18n import _
from .launcher import Template
from .ranks import RankGroup, Request
from .records import Case, GroupRun, Inputs, Problem, Verdict

Key = tuple[int, bool, bool, tuple[Path, ...]]  # ranks, real, bare, reads


def make_inputs(case: Case, seed: str, tp: int) -> Inputs:
    """The inputs of a case: the same for the same seed, case and tp, and for nothing else."""
    digest = hashlib.sha256(f"{seed}/{case.name}/{tp}".encode()).digest()
    return case.make(np.random.default_rng(list(digest[:16])), tp)


@contextlib.contextmanager
def running(
    template: Template, problem: Problem, files: Mapping[str, str], seed: str,
    untrusted: bool = False,
) -> Iterator[Runner]:  # fmt: skip
    """A runner of these texts of a problem's files, with the solutions around them."""
    directory = Path(tempfile.mkdtemp(dir=template.directory))
    course = assemble.lay_out(problem, assemble.encoded(files), directory)
    runner = Runner(template, course, seed, untrusted)
    try:
        yield runner
    finally:
        runner.close()
        course.remove()


class Runner:
    """Forks groups when they are needed, keeps them warm between cases, replaces broken ones."""

    def __init__(
        self, template: Template, course: Course, seed: str, untrusted: bool = False
    ) -> None:
        self._template, self._course, self._seed = template, course, seed
        self._untrusted = untrusted
        self.limits = course.problem.limits  # of one case
        self._lost: set[str] = set()  # layers of isolation that a group had to do without
        self._groups: dict[Key, RankGroup] = {}
        self._odd: set[Key] = set()  # groups in which the code left something as it should not
        self.missing: tuple[str, ...] = ()  # "divide is not defined", known after the first case

    def start(self, cases: list[tuple[Case, int]]) -> None:
        """Fork ahead, all at once, the groups that these cases need."""
        for key in dict.fromkeys(_key(case, tp) for case, tp in cases if not case.fresh):
            self._groups[key] = self._spawn(key)

    def run(self, case: Case, tp: int, inputs: Inputs, explain: bool = True) -> GroupRun:
        """One case on one group. An import error is the event of the run.

        `explain`: a deadlock is run once more, to learn where the other ranks have returned.
        """
        run = self._run(case, tp, inputs, trace=False)
        if run.event is Verdict.DEADLOCK and explain:
            again = self._run(case, tp, inputs, trace=True)
            run = again if again.event is run.event else run
        return run

    def take(self, files: Mapping[str, str]) -> None:
        """Go on with other texts of the problem's files, which the same groups import."""
        for key in self._odd & self._groups.keys():
            self._groups.pop(key).close()
        self._odd.clear()
        self._course.rewrite(files)
        for group in self._groups.values():
            group.outdate()

    def retire(self, case: Case, tp: int) -> None:
        """A group that broke off is not used again: it may be left in any state."""
        if group := self._groups.pop(_key(case, tp), None):
            group.close()

    @property
    def problem(self) -> Problem:
        return self._course.problem

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers of isolation that all groups had; strangers' ranks never go without one."""
        layers = tuple(name for name in self._template.layers if name not in self._lost)
        return (*layers, strangers.LAYER) if self._untrusted else layers

    def close(self) -> None:
        for group in self._groups.values():
            group.hang_up()  # all leave at once
        for group in self._groups.values():
            group.close()
        self._groups.clear()

    def _run(self, case: Case, tp: int, inputs: Inputs, trace: bool) -> GroupRun:
        key = _key(case, tp)
        group = self._groups.get(key)
        if group is None or case.fresh:
            self.retire(case, tp)
            group = self._groups[key] = self._spawn(key)
        if not group.loaded:
            run = group.load(self.limits)
            self.missing = run.ranks[0].violations
            if not group.usable:
                self.retire(case, tp)
                return replace(run, tp=tp, event=Verdict.IMPORT_ERROR, message=_why(run))
        requests = [self._request(case, inputs, rank, trace) for rank in range(group.size)]
        run = group.run(requests, self.limits)
        if any(rank.violations for rank in run.ranks):
            self._odd.add(key)
        self._lost |= set(self._template.layers) - set(group.layers or self._template.layers)
        if case.fresh or not group.usable:
            self.retire(case, tp)
        return replace(run, tp=tp)

    def _request(self, case: Case, inputs: Inputs, rank: int, trace: bool) -> Request:
        params, arrays = inputs.sent_to(rank)
        what = {"drive": case.drive, "trace": trace}
        sent = {name: wire.from_numpy(array) for name, array in arrays.items()}
        return {**what, "params": dict(params)}, sent

    def _spawn(self, key: Key) -> RankGroup:
        tp, real, bare, reads = key
        limits = self.problem.limits
        setup = self._course.setup() | {
            "seed": hashlib.sha256(f"{self._seed}/ranks".encode()).hexdigest(),  # tells no input
            "real": real,
            "bare": bare,
            "reads": [str(path) for path in reads],
            "untrusted": self._untrusted,
            "cpu_s": 60 * limits.cpu_s,  # for all cases of the group; a case's own is watched
            "memory_mb": limits.memory_mb,
        }
        return self._template.spawn(tp, setup, self._course.place)


def _why(run: GroupRun) -> str:
    """What stopped an import that raised nothing."""
    if run.event is Verdict.TIME_LIMIT:
        return _("Importing the file takes too long: it computes without end.")
    if run.event is Verdict.IDLE_LIMIT:
        return _("Importing the file takes too long: it waits for something.")
    return run.message


def _key(case: Case, tp: int) -> Key:
    return 1 if case.alone else tp, case.real, case.bare or case.real, case.reads
