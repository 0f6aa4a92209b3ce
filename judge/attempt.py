"""One grading under way: runs the chosen cases, draws their verdicts, and reports at any moment."""

from __future__ import annotations

import platform
import secrets
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from . import assemble, isolation, machine, shrink, trace
from .blocks import Compared
from .choose import Options, chosen_cases, hidden_side
from .errors import JudgeError, MachineUnfit
from .i18n import _
from .judgement import FINE, Judgement
from .launcher import Template
from .records import (
    Case,
    CaseReport,
    Finding,
    GroupRun,
    Inputs,
    Limits,
    Place,
    Problem,
    Report,
    RunInfo,
    Submission,
    Verdict,
)
from .report_parts import (
    counted,
    given_functions,
    import_finding,
    is_rankless,
    look_at,
    rank_report,
    written_at,
)
from .runner import Runner, make_inputs

VERSION = "0.1"
OPEN = (Verdict.NOT_STARTED, Verdict.SKIPPED)
_LIMITS = (
    Verdict.TIME_LIMIT, Verdict.IDLE_LIMIT, Verdict.MEMORY_LIMIT, Verdict.OUTPUT_LIMIT,
)  # fmt: skip
_SEED_BYTES = 6  # ranks are told a hash of it, and may try out as many as they have time for
_MOST_OVER = 2  # tasks that may run into a limit in one grading
_BY_VALUES = (Verdict.WRONG_ANSWER, Verdict.CONTRACT_VIOLATION)
_WHOLE_MODEL = Limits(cpu_s=3600.0, idle_s=120.0, memory_mb=48 << 10)  # with --model


class Attempt:
    """One grading under way."""

    def __init__(
        self, template: Template, problem: Problem, submission: Submission, options: Options
    ) -> None:
        if options.model is not None:
            problem = replace(problem, limits=_WHOLE_MODEL)
        self._template, self._problem, self._options = template, problem, options
        self._start = time.monotonic()
        self._seed = options.seed or secrets.token_hex(_SEED_BYTES)
        self._files = assemble.texts(problem, submission)
        self._unstarted = assemble.unstarted(problem, self._files)
        directory = Path(tempfile.mkdtemp(dir=template.directory))
        self._course = assemble.assemble(problem, submission, directory, options.failed)
        self._runner = Runner(template, self._course, self._seed, options.untrusted)
        self._judgement = Judgement(template, problem, self._seed, options.untrusted)
        self._cases = chosen_cases(problem, options)
        self._missing: set[str] = set()  # tasks whose functions the file does not define
        self.runs: list[tuple[Case, int, Inputs, GroupRun]] = []
        self._traced = trace.Chosen()
        self.done: list[CaseReport] = []
        self.message, self.fault, self.interrupted = "", "", False
        self._retried = False

    def run(self) -> Iterator[CaseReport]:
        """Each case at each tp, in order; after a failed import nothing more is tried.

        After a limit the task's other cases are left out: each would take as long. After two such
        tasks the others are.
        """
        todo = [(c, tp) for c, tp in self._cases if c.task not in self._unstarted]
        if todo and (lacking := machine.lacking(self._problem.needs)):
            self.message = _("{packages} not installed. Run: make check").format(packages=lacking)
            return
        if todo:
            self._template.wait_until_ready()
            self._refuse_strangers()
            self._refuse_without_loopback(todo)
            self._runner.start(todo)
        over: set[str] = set()
        for case, tp in self._cases:
            if case.task in over:
                continue
            if case.task in self._unstarted:
                report = self._not_started(case, tp)
            elif len(over) >= _MOST_OVER:
                report = self._left_out(case, tp)
            else:
                report = self._tried_twice(case, tp)
            self.done.append(report)
            yield report
            over |= {case.task} if report.verdict in _LIMITS else set()
            if report.verdict is Verdict.IMPORT_ERROR and case.task not in self._missing:
                self.message = report.message
                return

    def _refuse_strangers(self) -> None:
        """With --untrusted, on a machine that cannot shut them in."""
        lacks = isolation.weakness(self._template.missing) if self._options.untrusted else ""
        if lacks:
            sentence = _("it cannot shut in code that is not trusted. Missing is {layer}.")
            raise MachineUnfit(sentence.format(layer=lacks))

    def _refuse_without_loopback(self, todo: list[tuple[Case, int]]) -> None:
        """Ranks on real gloo meet on it; in namespaces they have their own."""
        if "namespaces" in self._template.layers or not any(case.real for case, _tp in todo):
            return
        if why := machine.loopback():
            sentence = _("the loopback interface is down, so real gloo ranks cannot meet ({why}).")
            raise MachineUnfit(sentence.format(why=why))

    def close(self) -> None:
        self._runner.close()
        self._course.remove()

    def report(self) -> Report:
        """What is known now."""
        graded = {case.task for case, _tp in self._cases}
        tasks = [task.id for task in self._problem.tasks if task.id in graded]
        accepted = [task for task in tasks if self._task_accepted(task)]
        info = RunInfo(
            seed=self._seed,
            tp=self._options.tp or self._problem.tp,
            isolation=self._runner.layers,
            judge=VERSION,
            python=platform.python_version(),
            torch=self._template.torch,
            duration_ms=(time.monotonic() - self._start) * 1e3,
        )
        return Report(
            problem=self._problem,
            verdict=self._verdict(),
            earned=len(accepted),
            max=len(tasks),
            run=info,
            cases=tuple(self.done),
            provided=self._course.provided,
            message=self.fault or self.message,
            tables=self._tables(),
            trace=self._traced.trace(),
        )

    def _verdict(self) -> Verdict:
        if self.fault:
            return Verdict.JUDGE_ERROR
        if self.interrupted:
            return Verdict.INTERRUPTED
        if self.message and not self.done:
            return Verdict.NOT_STARTED
        bad = [case.verdict for case in self.done if case.verdict not in FINE + OPEN]
        if bad:
            return bad[0]
        waiting = any(case.verdict in OPEN for case in self.done)
        return Verdict.NOT_STARTED if waiting else Verdict.ACCEPTED

    def _task_accepted(self, task: str) -> bool:
        mine = [case for case in self.done if case.task == task]
        all_of_it = sum(case.task == task for case, _tp in self._cases)  # an interruption cuts it
        return len(mine) == all_of_it and all(case.verdict in FINE for case in mine)

    def _tried_twice(self, case: Case, tp: int) -> CaseReport:
        """A fault of the judge may pass; the second one in a grading is told."""
        known = len(self.runs)
        try:
            return self._one(case, tp)
        except JudgeError:
            if self._retried:
                raise
        self._retried = True
        del self.runs[known:]
        self._runner.close()
        self._template.restart()
        return self._one(case, tp)

    def _one(self, case: Case, tp: int) -> CaseReport:
        inputs = make_inputs(case, self._seed, tp)
        run = self._runner.run(case, tp, inputs)
        if run.event is Verdict.IMPORT_ERROR:
            return self._case_report(case, run, import_finding(run))
        if missing := self._missing_in(case.task):
            self._missing.add(case.task)
            return self._case_report(case, run, Finding(Verdict.IMPORT_ERROR, missing))
        self.runs.append((case, tp, inputs, run))
        finding = self._judgement.draw(case, inputs, run)
        if finding is None or finding.verdict in FINE:
            return self._case_report(case, run, finding)
        seed = self._seed
        if self._none_failed():
            doubted = self._judgement.confirm(case, inputs, tp, finding, self._runner)
            if doubted is finding:
                seed, run, finding = self._smallest(case, inputs, run, finding)
            else:  # by chance: a smaller example may be right
                finding = doubted
        if finding.verdict is not Verdict.WRONG_ANSWER:  # values leave nothing behind
            self._runner.retire(case, tp)
        return self._case_report(case, run, finding, seed)

    def _smallest(
        self, case: Case, inputs: Inputs, run: GroupRun, finding: Finding
    ) -> tuple[str, GroupRun, Finding]:
        """The smallest example that still fails in the same way."""
        if not case.visible and not case.fresh and finding.verdict in _BY_VALUES:
            for seed, other in shrink.smaller(case, self._seed, run.tp, inputs):
                again = self._runner.run(case, run.tp, other)
                found = self._judgement.draw(case, other, again)
                if found is not None and found.verdict is finding.verdict:
                    return seed, again, found
        return self._seed, run, finding

    def _tables(self) -> tuple[str, ...]:
        """What the problem shows of all runs; nothing where a wrong answer cannot be shown."""
        tables = getattr(hidden_side(self._problem), "tables", lambda runs: ())
        try:
            return tuple(tables(self.runs))
        except Exception:
            if self._none_failed():
                raise
            return ()

    def _missing_in(self, task_id: str) -> str:
        """What the learner's file should define for a task and does not, or nothing."""
        names = next(task.names for task in self._problem.tasks if task.id == task_id)
        starts = tuple(f"{name} is not" for name in names)
        return ". ".join(s for s in self._runner.missing if s.startswith(starts))

    def _not_started(self, case: Case, tp: int) -> CaseReport:
        message = _("{what} is not written yet.").format(what=case.task)
        return CaseReport(case.name, case.task, Verdict.NOT_STARTED, tp, case.title, message)

    def _left_out(self, case: Case, tp: int) -> CaseReport:
        message = _("Not run, after two tasks that went on too long.")
        return CaseReport(case.name, case.task, Verdict.SKIPPED, tp, case.title, message)

    def _case_report(
        self, case: Case, run: GroupRun, finding: Finding | None, seed: str = ""
    ) -> CaseReport:
        outcome = finding.verdict if finding else Verdict.ACCEPTED
        passed = outcome in FINE
        self._traced.add(case.title, run, outcome, failed=outcome not in FINE + OPEN)
        written = None if passed else written_at(self._problem, self._files, case)
        return CaseReport(
            name=case.name,
            task=case.task,
            verdict=outcome,
            tp=run.tp,
            title=case.title,
            message=finding.message if finding else "",
            duration_ms=run.duration_ms,
            replay="" if passed else self._replay(case, run.tp, seed or self._seed),
            expected=finding.expected if finding else "",
            actual=finding.actual if finding else "",
            still_right=finding.still_right if finding else "",
            visible=case.visible,
            where=None if passed or finding is None else self._look_at(finding, run, written),
            ranks=tuple(rank_report(rank) for rank in run.ranks),
            collectives=counted(run.ranks[0]),
            shards=self._shards(finding),
            rankless=is_rankless(case),
        )

    def _look_at(self, finding: Finding, run: GroupRun, written: Place | None) -> Place | None:
        given = given_functions(self._problem, assemble.solution_texts(self._problem))
        return look_at(finding, run, written, self._problem, given)

    def _shards(self, finding: Finding | None) -> Compared | None:
        """What a picture needs, worked out for the case that decides the verdict."""
        first = finding if self._none_failed() else None
        return first.shards() if first and first.shards else None

    def _none_failed(self) -> bool:
        return all(case.verdict in FINE + OPEN for case in self.done)

    def _replay(self, case: Case, tp: int, seed: str) -> str:
        name = self._problem.id if self._problem.chapter else str(self._problem.number)
        care = " --untrusted" if self._options.untrusted else ""
        size = "" if is_rankless(case) else f" --tp {tp}"
        return f"python practice/judge.py {name} --seed {seed} --case {case.name}{size}{care}"
