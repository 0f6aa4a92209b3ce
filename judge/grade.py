"""Grades one problem: the one place where layout, ranks, verdicts and diagnosis meet."""

from __future__ import annotations

import importlib
import platform
import secrets
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from . import assemble, diagnose, sandbox, verdict
from .diagnose import Observation
from .errors import JudgeError, UsageError
from .i18n import _
from .launcher import Template
from .records import (
    Case,
    CaseReport,
    Finding,
    GroupRun,
    Inputs,
    Limits,
    Problem,
    Report,
    RunInfo,
    Submission,
    Verdict,
)
from .report_parts import counted, import_finding, look_at, rank_report, written_at
from .runner import Runner, make_inputs

VERSION = "0.1"
_FINE = (Verdict.ACCEPTED, Verdict.TIE)
_LIMITS = (
    Verdict.TIME_LIMIT, Verdict.IDLE_LIMIT, Verdict.MEMORY_LIMIT, Verdict.OUTPUT_LIMIT,
)  # fmt: skip
_OPEN = (Verdict.NOT_STARTED, Verdict.SKIPPED)
_WHOLE_MODEL = Limits(cpu_s=3600.0, idle_s=120.0, memory_mb=48 << 10)  # with --model


@dataclass(frozen=True)
class Options:
    """What may be asked of one grading."""

    tp: tuple[int, ...] | None = None
    seed: str | None = None
    case: str | None = None
    model: Path | None = None
    failed: frozenset[str] = frozenset()  # chapters that failed in this run: lent instead


@dataclass(frozen=True)
class _Graded:
    """What diagnosis needs to know of a grading: the runs of the cases, failed ones too."""

    report: Report
    runs: tuple[tuple[Case, int, Inputs, GroupRun], ...]


class Session:
    """A warm template, and what was graded on it last. Construction does not wait."""

    def __init__(self) -> None:
        sandbox.hide_memory()
        self._template = Template()
        self._last: _Graded | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Kill the template and with it every rank."""
        self._template.close()

    def grade(
        self,
        problem: Problem,
        submission: Submission,
        options: Options,
        on_case: Callable[[CaseReport], None] = lambda _case: None,
    ) -> Report:
        """Run every case that is asked for. An interruption is a report of what was finished."""
        grading = _Grading(self._template, problem, submission, options)
        try:
            for case in grading.run():
                on_case(case)
        except KeyboardInterrupt:
            grading.interrupted = True
        except JudgeError as error:
            grading.fault = str(error)
            self._template.restart()
        finally:
            grading.close()
        self._last = _Graded(grading.report(), tuple(grading.runs))
        return self._last.report

    def diagnose(self, report: Report) -> Report:
        """The report with the misconception that explains each failing task, where one does."""
        if self._last is None or self._last.report is not report:
            return report
        causes = diagnose.causes(report.problem, self._failed_tasks(report), self._run_wrong)
        cases = tuple(
            replace(case, cause=causes.get((case.name, case.tp))) for case in report.cases
        )
        return replace(report, cases=cases)

    def _failed_tasks(self, report: Report) -> dict[str, list[Observation]]:
        """For each failing task, what the learner's code did in all its cases."""
        bad = {case.task for case in report.cases if case.verdict not in _FINE + _OPEN}
        found: dict[str, list[Observation]] = {task: [] for task in bad}
        assert self._last is not None
        for case, tp, inputs, run in self._last.runs:
            if case.task in bad:
                found[case.task].append(Observation(case, tp, inputs, run))
        return found

    def _run_wrong(
        self, problem: Problem, files: dict[str, str], observations: Iterable[Observation]
    ) -> Iterator[GroupRun]:
        """Run files of the judge's own on the same inputs, one case after the other."""
        assert self._last is not None
        directory = Path(tempfile.mkdtemp(dir=self._template.directory))
        own = {name: text.encode() for name, text in files.items()}
        runner = Runner(
            self._template, assemble.lay_out(problem, own, directory), self._last.report.run.seed
        )
        try:
            for seen in observations:
                yield runner.run(seen.case, seen.tp, seen.inputs)
        finally:
            runner.close()


class _Grading:
    """One grading under way."""

    def __init__(
        self, template: Template, problem: Problem, submission: Submission, options: Options
    ) -> None:
        if options.model is not None:
            problem = replace(problem, limits=_WHOLE_MODEL)
        self._template, self._problem, self._options = template, problem, options
        self._start = time.monotonic()
        self._seed = options.seed or secrets.token_hex(4)
        self._files = assemble.texts(problem, submission)
        self._unstarted = assemble.unstarted(problem, self._files)
        directory = Path(tempfile.mkdtemp(dir=template.directory))
        self._course = assemble.assemble(problem, submission, directory, options.failed)
        self._runner = Runner(template, self._course, self._seed)
        self._hidden = importlib.import_module(f".hidden.{problem.id}", __package__)
        self._cases = self._chosen()
        self._missing: set[str] = set()  # tasks whose functions the file does not define
        self.runs: list[tuple[Case, int, Inputs, GroupRun]] = []
        self.done: list[CaseReport] = []
        self.message, self.fault, self.interrupted = "", "", False

    def run(self) -> Iterator[CaseReport]:
        """Each case at each tp, in order; after a failed import nothing more is tried.

        After a limit the task's other cases are left out: each would take as long.
        """
        todo = [(c, tp) for c, tp in self._cases if c.task not in self._unstarted]
        if todo:
            self._template.wait_until_ready()
            self._runner.start(todo)
        over: set[str] = set()
        for case, tp in self._cases:
            if case.task in over:
                continue
            if case.task in self._unstarted:
                report = self._not_started(case, tp)
            else:
                report = self._one(case, tp)
            self.done.append(report)
            yield report
            over |= {case.task} if report.verdict in _LIMITS else set()
            if report.verdict is Verdict.IMPORT_ERROR and case.task not in self._missing:
                self.message = report.message
                return

    def close(self) -> None:
        self._runner.close()

    def report(self) -> Report:
        """What is known now."""
        tasks = [task.id for task in self._problem.tasks]
        accepted = [task for task in tasks if self._task_accepted(task)]
        info = RunInfo(
            seed=self._seed,
            tp=self._options.tp or self._problem.tp,
            isolation=sandbox.LAYERS,
            judge=VERSION,
            python=platform.python_version(),
            torch=self._template.torch,
            duration_ms=(time.monotonic() - self._start) * 1e3,
        )
        tables = getattr(self._hidden, "tables", lambda runs: ())
        return Report(
            problem=self._problem,
            verdict=self._verdict(),
            earned=len(accepted),
            max=len(tasks),
            run=info,
            cases=tuple(self.done),
            provided=self._course.provided,
            message=self.fault or self.message,
            tables=tuple(tables(self.runs)),
        )

    def _verdict(self) -> Verdict:
        if self.fault:
            return Verdict.JUDGE_ERROR
        if self.interrupted:
            return Verdict.INTERRUPTED
        bad = [case.verdict for case in self.done if case.verdict not in _FINE + _OPEN]
        if bad:
            return bad[0]
        waiting = any(case.verdict in _OPEN for case in self.done)
        return Verdict.NOT_STARTED if waiting else Verdict.ACCEPTED

    def _task_accepted(self, task: str) -> bool:
        mine = [case for case in self.done if case.task == task]
        return bool(mine) and all(case.verdict in _FINE for case in mine)

    def _chosen(self) -> list[tuple[Case, int]]:
        """The cases that are asked for, task by task, at each of their tp."""
        cases = self._all_cases()
        if self._options.case is not None:
            cases = tuple(case for case in cases if case.name == self._options.case)
            if not cases:
                raise UsageError(_no_case(self._problem, self._options.case, self._all_cases()))
        order = [task.id for task in self._problem.tasks]
        wanted = self._options.tp
        chosen = [
            (case, tp)
            for case in sorted(cases, key=lambda case: order.index(case.task))
            for tp in case.tp
            if wanted is None or tp in wanted
        ]
        if not chosen:
            raise UsageError(_("No case runs at this --tp: leave it out, or take another."))
        return chosen

    def _all_cases(self) -> tuple[Case, ...]:
        """The problem's cases; with --model, those that run a whole checkpoint."""
        cases: tuple[Case, ...] = self._hidden.CASES
        if self._options.model is not None:
            if not hasattr(self._hidden, "for_model"):
                raise UsageError(
                    _("--model is for the full run: python practice/judge.py ch11 --model DIR")
                )
            cases = self._hidden.for_model(self._options.model.resolve())
        return cases

    def _one(self, case: Case, tp: int) -> CaseReport:
        inputs = make_inputs(case, self._seed, tp)
        run = self._runner.run(case, tp, inputs)
        if run.event is Verdict.IMPORT_ERROR:
            return self._case_report(case, run, import_finding(run))
        if missing := self._missing_in(case.task):
            self._missing.add(case.task)
            return self._case_report(case, run, Finding(Verdict.IMPORT_ERROR, missing))
        self.runs.append((case, tp, inputs, run))
        finding = _drawn(case, inputs, run)
        if finding is not None and finding.verdict not in _FINE:
            self._runner.retire(case, tp)
        return self._case_report(case, run, finding)

    def _missing_in(self, task_id: str) -> str:
        """What the learner's file should define for a task and does not, or nothing."""
        names = next(task.names for task in self._problem.tasks if task.id == task_id)
        starts = tuple(f"{name} is not" for name in names)
        return ". ".join(s for s in self._runner.missing if s.startswith(starts))

    def _not_started(self, case: Case, tp: int) -> CaseReport:
        message = _("{task} is not written yet.").format(task=case.task)
        return CaseReport(case.name, case.task, Verdict.NOT_STARTED, tp, case.title, message)

    def _case_report(self, case: Case, run: GroupRun, finding: Finding | None) -> CaseReport:
        outcome = finding.verdict if finding else Verdict.ACCEPTED
        passed = outcome in _FINE
        written = None if passed else written_at(self._problem, self._files, case)
        return CaseReport(
            name=case.name,
            task=case.task,
            verdict=outcome,
            tp=run.tp,
            title=case.title,
            message=finding.message if finding else "",
            duration_ms=run.duration_ms,
            replay="" if passed else self._replay(case, run.tp),
            expected=finding.expected if finding else "",
            actual=finding.actual if finding else "",
            still_right=finding.still_right if finding else "",
            visible=case.visible,
            where=None if passed or finding is None else look_at(finding, run, written),
            ranks=tuple(rank_report(rank) for rank in run.ranks),
            collectives=counted(run.ranks[0]),
        )

    def _replay(self, case: Case, tp: int) -> str:
        name = self._problem.id if self._problem.chapter else str(self._problem.number)
        return f"python practice/judge.py {name} --seed {self._seed} --case {case.name} --tp {tp}"


def _drawn(case: Case, inputs: Inputs, run: GroupRun) -> Finding | None:
    """The finding; a check that raises is the judge's fault, told with its traceback."""
    try:
        return verdict.draw(case, inputs, run)
    except Exception as error:
        raise JudgeError("".join(traceback.format_exception(error))) from error


def _no_case(problem: Problem, name: str, cases: Iterable[Case]) -> str:
    import difflib

    names = [case.name for case in cases]
    near = difflib.get_close_matches(name, names, 1)
    if near:
        return _("There is no case {name}. Did you mean {near}?").format(name=name, near=near[0])
    listed = ", ".join(names)
    return _("There is no case {name}. The cases are {listed}.").format(name=name, listed=listed)
