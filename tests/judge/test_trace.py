"""`trace N`: which calls of the ranks are one, where they part, and the files made of it."""

import json

import pytest
from traces import call, deadlock, rank, shown, traced

from judge.records import Place, Raised, Verdict
from judge.render import chrome
from judge.trace import divergence, events, reason, sums

SIZES = pytest.mark.parametrize("size", [2, 3, 4])


def seen(trace):
    """Each event as (op, the ranks that came)."""
    return [(next(iter(e.calls.values())).op, tuple(e.calls)) for e in events(trace)]


# which calls are one


@SIZES
def test_the_calls_of_all_ranks_are_matched_in_order(size):
    ops = ("all_reduce", "all_gather", "all_reduce")
    trace = traced(*(rank(r, *(call(op, range(size)) for op in ops)) for r in range(size)))
    assert seen(trace) == [(op, tuple(range(size))) for op in ops]
    assert [event.step for event in events(trace)] == [1, 2, 3]
    assert divergence(trace) is None


def test_groups_that_share_no_rank_run_side_by_side():
    trace = traced(
        *(rank(r, call(group=(0, 2) if r % 2 == 0 else (1, 3)), call(group=range(4)))
          for r in range(4))
    )  # fmt: skip
    assert [(event.step, event.group) for event in events(trace)] == [
        (1, (0, 2)), (1, (1, 3)), (2, (0, 1, 2, 3)),
    ]  # fmt: skip


@pytest.mark.parametrize("size", [2, 3, 4, 16])
def test_a_ring_of_messages_pairs_each_send_with_its_receive(size):
    world = range(size)
    trace = traced(
        *(rank(r, call("send", world, root=(r + 1) % size),
               call("recv", world, root=(r - 1) % size))
          for r in range(size))
    )  # fmt: skip
    found = events(trace)
    assert sorted(event.group for event in found) == [(r, (r + 1) % size) for r in range(size)]
    assert all(event.complete for event in found)


def test_messages_between_the_same_ranks_are_paired_in_order():
    sends = [call("send", root=1, shape=(n,)) for n in (5, 7)]
    trace = traced(rank(0, *sends), rank(1, *(call("recv", root=0, shape=(n,)) for n in (5, 7))))
    assert [e.calls[1].shape for e in events(trace)] == [(5,), (7,)]


def test_groups_used_in_another_order_on_each_rank_end_all_the_same():
    first, second = call(group=(0, 1)), call("all_gather", group=(0, 1, 2))
    trace = traced(rank(0, first, second), rank(1, second, first), rank(2, second))
    assert {op for op, _ in seen(trace)} == {"all_reduce", "all_gather"}
    assert sum(len(ranks) for _, ranks in seen(trace)) == 5


# the first divergence


@SIZES
def test_a_deadlock_parts_at_the_call_that_a_rank_never_made(size):
    parting = divergence(deadlock(size))
    assert parting.step == 2 and 1 not in parting.calls and not parting.complete
    assert reason(parting) == ""


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (call("all_gather"), "The ranks are at different collectives."),
        (call(shape=(3, 5)), "The shapes differ."),
        (call(root=1), "The ranks name different roots."),
    ],
)
def test_calls_that_differ_are_the_divergence_and_it_says_how(other, why):
    trace = traced(
        rank(0, call(), call(), status="waits"),
        rank(1, call(), other, status="waits"),
        verdict=Verdict.COLLECTIVE_MISMATCH,
    )
    parting = divergence(trace)
    assert (parting.step, reason(parting)) == (2, why)


def test_the_number_of_elements_counts_not_the_shape():
    trace = traced(rank(0, call(shape=(2, 6))), rank(1, call(shape=(3, 4)), status="waits"))
    assert divergence(trace) is None


def test_two_ranks_that_both_send_first_part_at_a_message_that_nobody_takes():
    trace = traced(*(rank(r, call("send", root=1 - r), status="waits") for r in (0, 1)))
    assert divergence(trace).group == (0, 1)


def test_what_is_left_over_after_all_ranks_returned_is_no_divergence():
    assert divergence(traced(rank(0, call("send", root=1)), rank(1))) is None


DEADLOCK = """\
ch05 embedding forward, tp=2: a rank waits for ever
  #   ranks   call                           bytes   where
  1   0, 1    all_reduce of [3, 4] float32      48   embedding.py:48
> 2   0       all_reduce of [3, 4] float32      48   embedding.py:48
> 2   1       (not there)

  Called in all, met or not
    rank 0   all_reduce   2 calls   96 bytes
    rank 1   all_reduce   1 call    48 bytes

  First divergence, at call 2
    rank 0   waits in all_reduce #2 of [3, 4] float32   embedding.py:48
      y = self.group.all_reduce(y)
    rank 1   has returned   embedding.py:44   if not mask.any(): return y"""


def test_a_deadlock_is_shown_with_both_lines_of_code():
    assert "\n".join(shown(deadlock())) == DEADLOCK


def test_equal_calls_after_each_other_are_one_line_and_the_sum_is_said_once():
    """57 all-reduces and one gather: a forward of 28 layers."""
    many = [call(shape=(5, 1024))] * 57
    gather = call("gather", shape=(1, 9), root=0)
    said = shown(traced(*(rank(r, *many, gather) for r in (0, 1))))
    assert [line.split()[0] for line in said[2:4]] == ["1–57", "58"]
    assert "    each rank   all_reduce   57 calls   1,167,360 bytes" in said
    assert "divergence" not in "".join(said)


@pytest.mark.parametrize("width", [30, 40, 60, 110])
@pytest.mark.parametrize("ascii", [True, False])
def test_the_text_fits_any_console(width, ascii):
    for trace in (deadlock(), deadlock(4)):
        said = shown(trace, width, ascii)
        assert max(map(len, said)) <= width
        assert not ascii or "".join(said).isascii()
        assert sum(line.startswith(">") for line in said) == 2
        assert "if not mask.any(): return y" in " ".join(" ".join(said).split())


def test_a_rank_that_raised_is_told_by_its_error():
    raised = Raised("ValueError", "no", Place("embedding.py", 40, "y = x @ w"))
    trace = traced(rank(0, call(), status="waits"), rank(1, status="raised", raised=raised))
    assert "    rank 1   raised ValueError   embedding.py:40   y = x @ w" in shown(trace)
    assert "    rank 1   no call" in shown(trace)


def test_a_run_without_calls_says_so():
    assert shown(traced(rank(0), rank(1)))[1:] == [
        "  No rank called a collective of the judge's group.",
        "  What ranks do through memory that they share is not in here.",
    ]


def test_a_call_that_was_refused_is_not_denied():
    raised = Raised("ContractViolation", "not contiguous", Place("embedding.py", 40, "f(x)"))
    trace = traced(*(rank(r, status="raised", raised=raised) for r in (0, 1)))
    assert shown(trace)[1:] == [
        "  No call was carried out. One that is refused is not in here.",
        "    rank 0   raised ContractViolation   embedding.py:40   f(x)",
        "    rank 1   raised ContractViolation   embedding.py:40   f(x)",
    ]


def test_a_ring_that_sends_first_shows_all_ranks_and_claims_no_delivery():
    ring = (rank(r, call("send", root=(r + 1) % 3, shape=()), status="waits") for r in range(3))
    said = "\n".join(shown(traced(*ring, verdict=Verdict.DEADLOCK), 100))
    assert "Handed over" not in said and "divergence" not in said
    assert "  Called in all, met or not\n    each rank   send   1 call   4 bytes\n" in said
    end = said.partition("  First message that did not arrive, at call 1\n")[2]
    assert [line[:11] for line in end.splitlines() if "waits in send" in line] == [
        "    rank 0 ", "    rank 1 ", "    rank 2 "
    ]  # fmt: skip


def test_bytes_are_summed_for_each_op():
    one = rank(0, call(), call(shape=(2,)), call("barrier", shape=()))
    assert sums(one) == {"all_reduce": (2, 56), "barrier": (1, 4)}


# the file for Perfetto


@pytest.mark.parametrize("make", [deadlock, lambda: deadlock(4), lambda: traced(rank(0))])
def test_the_file_has_the_structure_of_the_trace_event_format(make):
    trace = make()
    said = json.loads(chrome.dumps(trace, "ch05"))
    assert said["displayTimeUnit"] in ("ms", "ns")
    for event in said["traceEvents"]:
        assert event["ph"] in "MXstfi" and isinstance(event["name"], str)
        assert isinstance(event["pid"], int) and isinstance(event["tid"], int)
        assert event["ph"] == "M" or isinstance(event["ts"], int)
    slices = [e for e in said["traceEvents"] if e["ph"] == "X"]
    assert len(slices) == sum(len(r.collectives) for r in trace.ranks)
    assert all(e["dur"] > 0 and e["args"]["bytes"] >= 0 for e in slices)
    _check_arrows(said["traceEvents"], slices)


def _check_arrows(found, slices):
    """Each arrow begins once, ends once, in this order, and lies on a slice of its thread."""
    chains = {}
    for event in found:
        if event["ph"] in "stf":
            chains.setdefault(event["id"], []).append(event)
            assert any(
                s["tid"] == event["tid"] and s["ts"] <= event["ts"] <= s["ts"] + s["dur"]
                for s in slices
            )
    for chain in chains.values():
        assert [e["ph"] for e in chain] == ["s", *["t"] * (len(chain) - 2), "f"]
        assert [e["ts"] for e in chain] == sorted(e["ts"] for e in chain)
        assert len({e["name"] + e["cat"] for e in chain}) == 1


def test_slices_of_one_thread_do_not_overlap_and_the_divergence_is_marked():
    said = chrome.trace_object(deadlock(4), "ch05")["traceEvents"]
    for tid in range(4):
        spans = [(e["ts"], e["ts"] + e["dur"]) for e in said if e["ph"] == "X" and e["tid"] == tid]
        assert all(end <= start for (_, end), (start, _) in zip(spans, spans[1:], strict=False))
    assert [e["tid"] for e in said if e["name"] == "first divergence"] == [0, 2, 3]
    names = {e["args"]["name"] for e in said if e["name"] == "thread_name"}
    assert "rank 1 (returned)" in names
