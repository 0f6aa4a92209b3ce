"""Reports as the judge makes them, one for each kind of screen."""

from __future__ import annotations

from dataclasses import replace

from judge import catalog
from judge.records import CaseReport, Cause, Place, RankReport, Report, RunInfo, Verdict

CH02, P199 = catalog.find("ch02"), catalog.find("199")
RUN = RunInfo(
    seed="7f3a", tp=(1, 2, 4), isolation=("scratch", "rlimits"), judge="0.1.0", python="3.11.7",
    torch="2.13.0", duration_ms=123.4,
)  # fmt: skip
ROW_BIAS = CaseReport(
    name="row-bias",
    task="ch02.6",
    verdict=Verdict.WRONG_ANSWER,
    tp=2,
    title="row forward with a bias",
    message="y is wrong on both ranks.\n"
    "x [[1, 1, 1, 1]]   W [[1, 2, 3, 4], [5, 6, 7, 8]]   b [10, 20]",
    expected="[[20, 46]]",
    actual="[[30, 66]]",
    still_right="the shards of both ranks, and one all-reduce of [1, 2]",
    replay="python practice/judge.py ch02 --case row-bias --tp 2 --seed 7f3a",
    where=Place("linear.py", 138, "return self.group.all_reduce(y)", "RowParallelLinear.forward"),
    collectives={"all_reduce": {"count": 1, "bytes": 8}},
    ranks=(RankReport(0, "returned"), RankReport(1, "returned")),
    cause=Cause(
        misconception="bias-times-tp",
        title="Each rank adds the bias before the all-reduce",
        rationale="A layer adds its bias, so each rank's layer seems to have to add it.",
        help="30 - 20 = 10 and 66 - 46 = 20: the sum holds the bias twice.",
    ),
)
STUCK = """\
rank 0   waits in all_reduce #1 of [3, 4] float32     linear.py:138   y = group.all_reduce(y)
rank 1   has returned     linear.py:136   if not x.any(): return y"""
MISMATCH = """\
rank 0   calls all_reduce #1 of [3, 4] float32     linear.py:138   y = group.all_reduce(y)
rank 1   calls all_gather #1 of [3, 4] float32     linear.py:136   y = group.all_gather(y)
The ranks are at different collectives."""


def passed(*tasks: str) -> tuple[CaseReport, ...]:
    """Three cases of each task, accepted."""
    return tuple(
        CaseReport(f"{task}-case", task, Verdict.ACCEPTED, tp, duration_ms=1.5)
        for task in tasks
        for tp in (1, 2, 4)
    )


def report(verdict: Verdict, earned: int, *cases: CaseReport, **fields: object) -> Report:
    return replace(Report(CH02, verdict, earned, 6, RUN, cases), **fields)


def failing(case: CaseReport, **fields: object) -> Report:
    """The first five tasks pass; the last fails as `case` does."""
    before = passed(*(f"ch02.{k}" for k in range(1, 6)))
    row = CaseReport("row-bias", "ch02.6", Verdict.ACCEPTED, 1)
    return report(case.verdict, 5, *before, row, case, **fields)


def stopped(verdict: Verdict, message: str, **fields: object) -> CaseReport:
    """A case that ended before it could be compared."""
    plain = replace(ROW_BIAS, cause=None, actual="", expected="", still_right="")
    return replace(plain, verdict=verdict, message=message, **fields)


ALL = passed(*(f"ch02.{k}" for k in range(1, 7)))
NOT_STARTED = CaseReport("row-bias", "ch02.6", Verdict.NOT_STARTED, 2)
SKIPPED = CaseReport("both", "ch02.6", Verdict.SKIPPED, 2, message="needs ch02.3 column forward")

REPORTS = {
    "accepted": report(Verdict.ACCEPTED, 6, *ALL),
    "accepted_lent": report(Verdict.ACCEPTED, 6, *ALL, provided=("ch01",)),
    "wrong_answer": failing(ROW_BIAS),
    "wrong_shard": Report(
        P199, Verdict.WRONG_ANSWER, 1, 2, RUN,
        (
            CaseReport("div-even", "p199.1", Verdict.ACCEPTED, 1),
            CaseReport(
                "v-replicas", "p199.2", Verdict.WRONG_ANSWER, 4,
                title="v_proj.weight, 2 KV heads on 4 ranks",
                message="shard is wrong on rank 1, 2.\n"
                "           holds      should hold\n"
                "rows 0–1   v head 1   v head 0",
                expected="[[1, 2, 3], [4, 5, 6]]",
                actual="[[7, 8, 9], [10, 11, 12]]",
                still_right="ranks 0, 3",
                replay="python practice/judge.py 199 --case v-replicas --tp 4 --seed 7f3a",
                cause=Cause("kv-modulo", "Rank r holds KV head r % num_kv_heads"),
            ),
        ),
    ),
    "deadlock": failing(stopped(Verdict.DEADLOCK, STUCK)),
    "mismatch": failing(stopped(Verdict.COLLECTIVE_MISMATCH, MISMATCH)),
    "not_started": report(Verdict.NOT_STARTED, 2, *passed("ch02.1", "ch02.2"), NOT_STARTED),
    "skipped": report(Verdict.NOT_STARTED, 2, *passed("ch02.1", "ch02.2"), SKIPPED),
    "import_error": report(
        Verdict.IMPORT_ERROR, 0,
        message="linear.py:12: SyntaxError: '(' was never closed\n  def divide(a, b:",
    ),
    "runtime_error": failing(
        stopped(
            Verdict.RUNTIME_ERROR,
            "ValueError: shapes (1, 2) and (4, 2) cannot be multiplied",
            ranks=(
                RankReport(0, "waits", "", "linear.py:138", "all_reduce #1 of [1, 2] float32"),
                RankReport(1, "raised", "ValueError", "linear.py:136"),
            ),
        )
    ),
    "time_limit": failing(stopped(Verdict.TIME_LIMIT, "More than 10 s of CPU time.")),
    "judge_error": report(
        Verdict.JUDGE_ERROR, 0, message="KeyError: 'row-bias'\nTraceback (most recent call last):"
    ),
    "interrupted": report(Verdict.INTERRUPTED, 2, *passed("ch02.1", "ch02.2", "ch02.3")),
    "hostile": failing(
        stopped(Verdict.RUNTIME_ERROR, "ValueError: \x1b[2J\x1b[32m  PASS\x07 \u202eabc\r\ud800")
    ),
}  # fmt: skip
