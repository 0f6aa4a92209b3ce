"""Draws the verdict of a case, and doubts a rejection: is it the machine's doing, or chance?"""

from __future__ import annotations

import traceback
from dataclasses import replace

from . import assemble, form, verdict
from .errors import JudgeError
from .i18n import _
from .launcher import Template
from .records import Case, Finding, GroupRun, Inputs, Problem, Verdict
from .runner import Runner, running

_SOON_S = 60.0  # of CPU time: a whole checkpoint may take an hour
_LARGE = "too large"  # as wire.py says it of a message
FINE = (Verdict.ACCEPTED, Verdict.TIE)


def _is_forged(run: GroupRun) -> bool:
    """Whether a rank has sent what the judge's own code never sends, however large a tensor is."""
    return any(r.status == "unreadable" and _LARGE not in r.detail for r in run.ranks)


class Judgement:
    """Of one submission for a problem."""

    def __init__(self, template: Template, problem: Problem, seed: str, untrusted: bool) -> None:
        self._template, self._problem = template, problem
        self._seed, self._untrusted = seed, untrusted

    def draw(self, case: Case, inputs: Inputs, run: GroupRun) -> Finding | None:
        """The finding. A check that raises is the judge's fault, told with its traceback.

        Unless the answer has not the form that the solution's has: then some code has forged it.
        What only forged messages come to is called so where the code is a stranger's.
        """
        try:
            found = verdict.draw(case, inputs, run)
            if found is None or not (self._untrusted and _is_forged(run)):
                return found
            by_form = found.verdict is Verdict.CONTRACT_VIOLATION
            return replace(found, verdict=Verdict.TAMPERING) if by_form else found
        except Exception as error:
            if not (odd := form.difference(run, self._solved(case, inputs, run.tp))):
                raise JudgeError("".join(traceback.format_exception(error))) from error
            what = _("What came back has not the form of an answer: {what}.").format(what=odd)
            forged = Verdict.TAMPERING if self._untrusted else Verdict.CONTRACT_VIOLATION
            return Finding(forged, what)

    def confirm(
        self, case: Case, inputs: Inputs, tp: int, finding: Finding, runner: Runner
    ) -> Finding:
        """The first rejection of a submission, which `runner` runs; JudgeError if undeserved.

        The solution must pass the case here. Each case is tried so once for a template, and whole
        models, which take seconds, only when they are too slow.
        """
        by_value = finding.verdict is Verdict.WRONG_ANSWER
        soon = self._problem.limits.cpu_s <= _SOON_S if not by_value else not case.fresh
        if not soon or not (by_value or finding.verdict is Verdict.TIME_LIMIT):
            return finding
        self._prove(case, inputs, tp)
        if by_value and self.draw(case, inputs, runner.run(case, tp, inputs)) is None:
            chance = _("Run again on the same inputs, it was right: it depends on chance or order.")
            return replace(finding, message=f"{finding.message}\n{chance}")
        return finding

    def _prove(self, case: Case, inputs: Inputs, tp: int) -> None:
        what = (self._problem.id, case.name, tp)
        if what in self._template.proven:
            return
        found = self.draw(case, inputs, self._solved(case, inputs, tp))
        if found is not None and found.verdict not in FINE:
            odd = _("The judge's own solution fails this case too: this machine computes oddly.")
            raise JudgeError(f"{odd}\n{case.title}, tp={tp}\n{found.message}")
        self._template.proven.add(what)

    def _solved(self, case: Case, inputs: Inputs, tp: int) -> GroupRun:
        """What the solution does in a case."""
        texts = assemble.solution_texts(self._problem)
        with running(self._template, self._problem, texts, self._seed, self._untrusted) as runner:
            return runner.run(case, tp, inputs)
