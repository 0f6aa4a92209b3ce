"""Which run of a grading is kept as its trace, and how it is read back."""

import pytest
from reports import report
from traces import LEFT, call, deadlock, rank, shown, traced

from judge import catalog, trace_file
from judge.records import GroupRun, Raised, Verdict
from judge.trace import MOST_CALLS, Chosen

# which run is kept, and where


def run(verdict=Verdict.ACCEPTED, size=2, calls=1):
    ranks = tuple(rank(r, *[call(group=range(size))] * calls) for r in range(size))
    return GroupRun(size, verdict, ranks)


def chosen(*runs):
    best = Chosen()
    for title, one, failed in runs:
        best.add(title, one, one.event, failed)
    return best.trace() and best.trace().title


def test_the_first_run_that_failed_on_several_ranks_is_kept():
    runs = [("fine", run(), False), ("bad", run(), True), ("worse", run(), True)]
    assert chosen(*runs, ("last", run(), False)) == "bad"


def test_without_a_failure_the_last_run_with_calls_is_kept():
    quiet = ("quiet", run(calls=0), False)
    assert chosen(("one", run(), False), ("two", run(), False), quiet) == "two"
    assert chosen(quiet, ("alone", run(size=1, calls=0), True)) == "alone"
    assert chosen() is None


def test_a_kept_trace_is_read_back_as_it_was(tmp_path):
    raised = Raised("ValueError", "", LEFT)
    whole = traced(
        rank(0, call(), call("send", root=1), status="waits"),
        rank(1, call(), status="raised", raised=raised, detail="x"),
        verdict=Verdict.DEADLOCK,
    )
    trace_file.keep(report(Verdict.DEADLOCK, 0, trace=whole), tmp_path)
    assert trace_file.last(catalog.find("ch02"), tmp_path) == whole
    assert trace_file.last(catalog.find("ch03"), tmp_path) is None
    assert [path.name for path in tmp_path.iterdir()] == ["ch02.json"]


def test_a_run_that_started_nothing_leaves_the_last_trace(tmp_path):
    trace_file.keep(report(Verdict.DEADLOCK, 0, trace=deadlock()), tmp_path)
    trace_file.keep(report(Verdict.NOT_STARTED, 0), tmp_path)
    assert trace_file.last(catalog.find("ch02"), tmp_path) == deadlock()


@pytest.mark.parametrize(
    "text", ["", "null", "[]", '{"schema": "judge-trace/2"}', '{"schema": "judge-trace/1"}',
             '{"schema":"judge-trace/1","ranks":[3],"title":"","verdict":"accepted","left_out":0}'],
)  # fmt: skip
def test_a_damaged_trace_is_as_good_as_none(tmp_path, text):
    (tmp_path / "ch02.json").write_text(text)
    assert trace_file.last(catalog.find("ch02"), tmp_path) is None


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path):
    (tmp_path / "file").write_text("")
    trace_file.keep(report(Verdict.DEADLOCK, 0, trace=deadlock()), tmp_path / "file")


def test_very_many_calls_are_cut_and_it_is_said():
    trace = traced(*(rank(r, *[call()] * (MOST_CALLS + 5)) for r in (0, 1)))
    assert [len(r.collectives) for r in trace.ranks] == [MOST_CALLS] * 2
    assert "  10 later calls are not kept." in shown(trace)
