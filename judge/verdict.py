"""Which verdict the facts of one case deserve, and the words for it.

The earliest independent cause decides: a rank that raised or died explains why its peers wait, a
limit explains what did not return, and values are looked at only when every rank returned.
"""

from __future__ import annotations

from .i18n import _
from .records import Case, Finding, GroupRun, Inputs, RankRun, Verdict

_OUT_OF_MEMORY = ("DefaultCPUAllocator", "bad_alloc", "Cannot allocate memory")


def draw(case: Case, inputs: Inputs, run: GroupRun) -> Finding | None:
    """The finding of one case at one tp; None when it is accepted."""
    return (
        _open(case, run)
        or _raised(run)
        or _exited(run)
        or _unreadable(run)
        or _event(run)
        or _unfinished(run)
        or _violation(run)
        or case.check(inputs, run)
    )


def _open(case: Case, run: GroupRun) -> Finding | None:
    """A gap that is not filled: the case's own, or another that it needs."""
    for rank in run.ranks:
        if rank.raised is None or rank.raised.type != "NotImplementedError":
            continue
        if rank.raised.message and not rank.raised.task:
            continue  # torch raises them too
        task = rank.raised.task or case.task
        if task == case.task:
            return Finding(Verdict.NOT_STARTED, _("{task} is not written yet.").format(task=task))
        needs = _("needs {task}, which is not written yet").format(task=task)
        return Finding(Verdict.SKIPPED, needs)
    return None


def _raised(run: GroupRun) -> Finding | None:
    rank = next((r for r in run.ranks if r.raised is not None), None)
    if rank is None or rank.raised is None:
        return None
    raised = rank.raised
    verdict = Verdict.RUNTIME_ERROR
    if raised.type == "ContractViolation":
        return Finding(Verdict.CONTRACT_VIOLATION, raised.message, rank=rank.rank)
    if raised.type == "MemoryError" or any(word in raised.message for word in _OUT_OF_MEMORY):
        verdict = Verdict.MEMORY_LIMIT
    said = f"{raised.type}: {raised.message}".rstrip(": ")
    lines = [(said.rstrip(".") if len(run.ranks) > 1 else said) + _on(rank, run)]
    if callers := raised.trace[-2::-1]:
        lines.append(_("called from {places}").format(places=" ← ".join(map(str, callers))))
    return Finding(verdict, "\n".join(lines), rank=rank.rank)


def _exited(run: GroupRun) -> Finding | None:
    rank = next((r for r in run.ranks if r.status == "exited"), None)
    if rank is None:
        return None
    if rank.detail == "out of CPU time":
        return Finding(Verdict.TIME_LIMIT, _("The code used more CPU time than it may."))
    what = _("The process exited before returning ({how}){on}").format(
        how=rank.detail, on=_on(rank, run)
    )
    return Finding(Verdict.RUNTIME_ERROR, what + ".", rank=rank.rank)


def _unreadable(run: GroupRun) -> Finding | None:
    rank = next((r for r in run.ranks if r.status == "unreadable"), None)
    if rank is None:
        return None
    what = _("What came back cannot be read: {why}.").format(why=rank.detail)
    return Finding(Verdict.CONTRACT_VIOLATION, what, rank=rank.rank)


def _unfinished(run: GroupRun) -> Finding | None:
    """No values are looked at unless every rank returned."""
    rank = next((r for r in run.ranks if r.status != "returned"), None)
    if rank is None:
        return None
    what = _("The code did not return{on}.").format(on=_on(rank, run, " "))
    return Finding(Verdict.RUNTIME_ERROR, what, rank=rank.rank)


def _event(run: GroupRun) -> Finding | None:
    if run.event is Verdict.ACCEPTED:
        return None
    evidence = run.event in (Verdict.DEADLOCK, Verdict.COLLECTIVE_MISMATCH)
    parts = [run.message, _advice(run)] if evidence else [run.message or _advice(run)]
    return Finding(run.event, "\n".join(parts), rank=_busy_rank(run))


def _advice(run: GroupRun) -> str:
    """The sentence that follows the evidence of an event, or says it where there is none."""
    waiting = {rank.waits_in.op for rank in run.ranks if rank.waits_in}
    if run.event is Verdict.DEADLOCK and waiting & {"send", "recv"}:
        return _("A send ends when its peer receives: of two ranks, one receives first.")
    return {
        Verdict.DEADLOCK: _(
            "Every rank makes the same calls in the same order, also when it has nothing to add."
        ),
        Verdict.COLLECTIVE_MISMATCH: _("All ranks must make the same call, in the same order."),
        Verdict.TIME_LIMIT: _(
            "The code used more CPU time than it may. Is there a loop without end?"
        ),
        Verdict.IDLE_LIMIT: _(
            "The code neither computes nor communicates: it waits for something."
        ),
        Verdict.MEMORY_LIMIT: _("The code holds more memory than it may."),
        Verdict.OUTPUT_LIMIT: _("The code prints without end."),
    }.get(run.event, "")


def _busy_rank(run: GroupRun) -> int | None:
    """A rank that should have come and did not; else one that waits."""
    stuck = [r for r in run.ranks if r.status in ("running", "waits")]
    stuck.sort(key=lambda rank: rank.status == "waits")
    return stuck[0].rank if stuck else None


def _violation(run: GroupRun) -> Finding | None:
    for rank in run.ranks:
        if rank.violations:
            what = rank.violations[0] + _on(rank, run, "  (", ")")
            return Finding(Verdict.CONTRACT_VIOLATION, what, rank=rank.rank)
    return None


def _on(rank: RankRun, run: GroupRun, before: str = ", ", after: str = "") -> str:
    """Names the rank where there are several."""
    if len(run.ranks) == 1:
        return ""
    return before + _("on rank {rank}").format(rank=rank.rank) + after
