"""Grades one problem: the one place where layout, ranks, verdicts and diagnosis meet."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from . import assemble, diagnose, sandbox
from .attempt import OPEN, Attempt
from .choose import Options
from .diagnose import Observation
from .errors import JudgeError
from .judgement import FINE
from .launcher import Template
from .records import (
    Case,
    CaseReport,
    GroupRun,
    Inputs,
    Limits,
    Problem,
    Report,
    Submission,
    Verdict,
)
from .runner import Runner, running
from .template_process import TemplateProcess

__all__ = ["Options", "Session"]

_NAMING_S = 30.0  # a name that takes longer to find helps nobody
_LEAST_S = (2.0, 1.0)  # of CPU and of idle time: what a wrong-on-purpose file has, and more
_SHARE = 0.2  # of a limit that the learner's code has run into


@dataclass(frozen=True)
class _Graded:
    """What diagnosis needs to know of a grading: the runs of the cases, failed ones too."""

    report: Report
    runs: tuple[tuple[Case, int, Inputs, GroupRun], ...]


class Session:
    """A warm template, and what was graded on it last. Construction does not wait."""

    def __init__(self, process: TemplateProcess | None = None) -> None:
        """`process`: one that was started before this module was imported."""
        sandbox.hide_memory()
        self._template = Template(process)
        self._last: _Graded | None = None

    @property
    def template(self) -> Template:
        """The process that forks, for whatever else is to run on ranks."""
        return self._template

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
        grading = Attempt(self._template, problem, submission, options)
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
        self._name_until = time.monotonic() + _NAMING_S
        problem, failed, seed = report.problem, self._failed_tasks(report), report.run.seed
        with running(self._template, problem, assemble.solution_texts(problem), seed) as runner:
            run = functools.partial(self._run_wrong, runner)
            causes = diagnose.causes(problem, failed, _accepted(report), run)
        cases = tuple(
            replace(case, cause=causes.get((case.name, case.tp))) for case in report.cases
        )
        return replace(report, cases=cases)

    def _failed_tasks(self, report: Report) -> dict[str, list[Observation]]:
        """For each failing task, what the learner's code did in all its cases."""
        bad = {case.task for case in report.cases if case.verdict not in FINE + OPEN}
        found: dict[str, list[Observation]] = {
            task.id: [] for task in report.problem.tasks if task.id in bad
        }
        assert self._last is not None
        for case, tp, inputs, run in self._last.runs:
            if case.task in bad:
                found[case.task].append(Observation(case, tp, inputs, run))
        return found

    def _run_wrong(
        self, runner: Runner, files: Mapping[str, str], observations: Sequence[Observation]
    ) -> Iterator[GroupRun]:
        """Run files of the judge's own on the same inputs, one case after the other."""
        if time.monotonic() > self._name_until:
            return
        runner.take(files)
        runner.limits = _patience(runner.problem.limits, observations)
        for seen in observations:
            yield runner.run(seen.case, seen.tp, seen.inputs, explain=False)


def _accepted(report: Report) -> set[str]:
    """The tasks of which every case is accepted."""
    open_or_bad = {case.task for case in report.cases if case.verdict not in FINE}
    return {case.task for case in report.cases} - open_or_bad


def _patience(limits: Limits, observations: Sequence[Observation]) -> Limits:
    """How long a wrong-on-purpose file may take: one that takes longer does something else."""
    over = (Verdict.TIME_LIMIT, Verdict.IDLE_LIMIT)
    runs = [seen.run for seen in observations if seen.run.event not in over]
    enough = 3 * max((run.duration_ms for run in runs), default=0.0) / 1e3
    if len(runs) < len(observations):
        enough = max(enough, _SHARE * max(limits.cpu_s, limits.idle_s))
    busy, idle = _LEAST_S
    return replace(
        limits,
        cpu_s=min(limits.cpu_s, busy + enough),
        idle_s=min(limits.idle_s, idle + enough),
    )
