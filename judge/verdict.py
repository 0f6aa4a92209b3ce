"""Which verdict the facts of one case deserve, and the words for it.

The earliest independent cause decides: a rank that raised or died explains why its peers wait, a
limit explains what did not return, and values are looked at only when every rank returned.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from .collectives import MESSAGES_DIFFER
from .i18n import _
from .records import Case, Finding, GroupRun, Inputs, Raised, RankRun, Verdict
from .telling import Telling

_MESSAGES = {"send", "recv"}
_FROM_ANY = ("recv", None)
_OUT_OF_MEMORY = ("DefaultCPUAllocator", "bad_alloc", "Cannot allocate memory")


def draw(case: Case, inputs: Inputs, run: GroupRun) -> Finding | None:
    """The finding of one case at one tp; None when it is accepted."""
    return (
        _open(case, run)
        or _raised(case, inputs, run)
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
            what = (rank.raised.where and rank.raised.where.function) or task
            return Finding(Verdict.NOT_STARTED, _("{what} is not written yet.").format(what=what))
        needs = _("needs {task}, which is not written yet").format(task=task)
        return Finding(Verdict.SKIPPED, needs)
    return None


def _raised(case: Case, inputs: Inputs, run: GroupRun) -> Finding | None:
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
    if callers := _callers(raised):
        lines.append(_("called from {places}").format(places=" ← ".join(callers)))
    if isinstance(case.check, Telling) and (told := case.check.tell(inputs, run, rank.rank)):
        lines.append(told)
    return Finding(verdict, "\n".join(lines), rank=rank.rank)


def _callers(raised: Raised) -> list[str]:
    """The lines above the one that raised, innermost first; each once where it calls itself.

    A comprehension is a call of its own, made from its own line.
    """
    places = list(map(str, raised.trace[::-1]))
    return [place for below, place in pairwise(places) if place != below]


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
    return Finding(run.event, "\n".join(filter(None, parts)), rank=_busy_rank(run))


def _advice(run: GroupRun) -> str:
    """The sentence that follows the evidence of an event, or says it where there is none."""
    waiting = {rank.waits_in.op for rank in run.ranks if rank.waits_in}
    if run.event is Verdict.DEADLOCK and waiting & _MESSAGES:
        return _of_messages(run) if waiting <= _MESSAGES else _of_different_calls(run)
    if run.event is Verdict.COLLECTIVE_MISMATCH and run.message.endswith(MESSAGES_DIFFER):
        return ""  # it is said
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


def _of_messages(run: GroupRun) -> str:
    """Why nobody goes on, where all that wait are in a send or a recv."""
    if found := _missed(run):
        sends, to, waits_for = found
        return _("Rank {sends} sends to rank {to}, but rank {to} waits for rank {other}.").format(
            sends=sends, to=to, other=waits_for
        )
    if all(rank.waits_in.op == "recv" for rank in run.ranks if rank.waits_in):
        return _("A recv ends when its peer sends: of two ranks, one sends first.")
    return _("A send ends when its peer receives: of two ranks, one receives first.")


def _of_different_calls(run: GroupRun) -> str:
    """Names the calls, with their lines: a send or a recv meets no other call."""
    calls: dict[str, str] = {}
    for rank in run.ranks:
        if what := rank.waits_in:
            at = _(" at {place}").format(place=what.where) if what.where else ""
            said = _("rank {rank} waits in {op}{at}").format(rank=rank.rank, op=what.op, at=at)
            calls.setdefault(what.op, said)
    return _("The ranks make different calls: {calls}.").format(calls=", ".join(calls.values()))


def _undelivered(run: GroupRun) -> list[tuple[int, int]]:
    """(from, to) of messages sent and not received; none to who receives from any rank."""
    left: Counter[tuple[int, int]] = Counter()
    for rank in run.ranks:
        for call in rank.collectives:
            if call.op == "send" and call.root is not None:
                left[rank.rank, call.root] += 1
            elif call.op == "recv" and call.root is not None:
                left[call.root, rank.rank] -= 1
    takes_any = {r.rank for r in run.ranks for c in r.collectives if (c.op, c.root) == _FROM_ANY}
    return sorted(pair for pair, n in left.items() if n > 0 and pair[1] not in takes_any)


def _missed(run: GroupRun) -> tuple[int, int, int] | None:
    """A rank that sends, the rank that it sends to, and for whom that one waits instead."""
    waits_for = {
        r.rank: r.waits_in.root for r in run.ranks if r.waits_in and r.waits_in.op == "recv"
    }
    for sends, to in _undelivered(run):
        other = waits_for.get(to)
        if other is not None and other != sends:
            return sends, to, other
    return None


def _busy_rank(run: GroupRun) -> int | None:
    """One that waits for another than sends to it; one that should have come; one that waits."""
    if run.event is Verdict.DEADLOCK and (found := _missed(run)):
        return found[1]
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
