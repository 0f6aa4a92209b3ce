"""Grades one problem: the one place where layout, ranks, verdicts and diagnosis meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from . import diagnose, sandbox
from .attempt import OPEN, Attempt
from .choose import Options
from .diagnose import Observation
from .errors import JudgeError
from .judgement import FINE
from .launcher import Template
from .records import Case, CaseReport, GroupRun, Inputs, Problem, Report, Submission
from .runner import running

__all__ = ["Options", "Session"]


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
        causes = diagnose.causes(report.problem, self._failed_tasks(report), self._run_wrong)
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
        self, problem: Problem, files: dict[str, str], observations: Iterable[Observation]
    ) -> Iterator[GroupRun]:
        """Run files of the judge's own on the same inputs, one case after the other."""
        assert self._last is not None
        with running(self._template, problem, files, self._last.report.run.seed) as runner:
            for seen in observations:
                yield runner.run(seen.case, seen.tp, seen.inputs, explain=False)
