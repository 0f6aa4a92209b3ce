"""What the referee calls a deadlock, a mismatch, or only the consequence of a failure."""

import pytest
from net import Net, arrays

from judge.records import Place, Verdict

SIZES = pytest.mark.parametrize("size", [2, 3, 4])


# deadlocks


@SIZES
def test_a_rank_that_returned_deadlocks_those_that_wait_for_it(size):
    net = Net(size)
    net.referee.leave(0, "returned", Place("program.py", 5, "return y"))
    assert net.verdict is None
    net.all_reduce(size - 1)
    assert net.verdict is Verdict.DEADLOCK
    assert f"rank {size - 1}   waits in all_reduce #1 of [2] float32" in net.message
    assert "rank 0   has returned     program.py:5   return y" in net.message


def test_a_return_while_another_waits_deadlocks_at_once():
    net = Net(2)
    net.all_reduce(1)
    assert net.verdict is None
    net.referee.leave(0, "returned")
    assert net.verdict is Verdict.DEADLOCK and net.referee.event.ranks == (1,)


@pytest.mark.parametrize("kind", ["send", "recv"])
def test_two_ranks_that_both_send_or_both_receive_first_are_stuck(kind):
    net = Net(2)
    getattr(net, kind)(0, 1)
    assert net.verdict is None
    getattr(net, kind)(1, 0)
    assert net.verdict is Verdict.DEADLOCK
    assert f"rank 0   waits in {kind} #1" in net.message
    assert f"rank 1   waits in {kind} #1" in net.message


def test_a_cycle_of_three_is_found_while_a_fourth_rank_runs():
    net = Net(4)
    for rank in range(3):
        net.send(rank, (rank + 1) % 3)
    assert net.verdict is Verdict.DEADLOCK and net.referee.event.ranks == (0, 1, 2)
    assert "rank 3   running" in net.message


def test_a_wait_for_a_rank_in_a_deadlock_is_part_of_it():
    net = Net(3)
    net.recv(2, 0)
    net.recv(0, 1)
    assert net.verdict is None
    net.recv(1, 0)
    assert net.referee.event.ranks == (0, 1, 2)


def test_a_chain_that_ends_in_a_running_rank_is_no_deadlock():
    net = Net(4)
    net.recv(0, 1)
    net.recv(1, 2)
    net.recv(2, 3)
    assert net.verdict is None
    net.send(3, 2)
    assert net.verdict is None and net.referee.waits_in(2) is None


def test_a_collective_and_a_message_that_wait_for_each_other_are_stuck():
    net = Net(2)
    net.all_reduce(0)
    net.send(1, 0)
    assert net.verdict is Verdict.DEADLOCK
    assert "all_reduce" in net.message and "send" in net.message


def test_two_groups_taken_in_opposite_order_are_stuck():
    net = Net(2)
    net.all_reduce(0, group_name="a")
    net.all_reduce(1, group_name="b")
    assert net.verdict is Verdict.DEADLOCK


def test_a_group_made_by_some_ranks_only_is_a_deadlock():
    net = Net(3)
    net.call(0, "new_group", detail="[0, 1]")
    net.call(1, "new_group", detail="[0, 1]")
    net.referee.leave(2, "returned")
    assert net.verdict is Verdict.DEADLOCK and "new_group #1" in net.message


def test_a_receive_from_any_rank_waits_while_a_rank_of_its_group_runs():
    net = Net(3)
    net.recv(0, group=(0, 1))
    assert net.verdict is None
    net.referee.leave(1, "returned")
    assert net.verdict is Verdict.DEADLOCK  # rank 2 runs, but is outside the group


def test_a_receive_from_a_rank_that_left_an_async_send_completes():
    net = Net(2)
    net.issue(0, "send", arrays(3), root=1)
    net.referee.leave(0, "returned")
    net.recv(1, 0)
    assert net.verdict is None and net.value(1, 1)[0] == [3, 3]


def test_a_collective_that_all_have_issued_does_not_need_all_to_wait():
    net = Net(2)
    net.issue(0, "barrier")
    net.referee.leave(0, "returned")
    net.call(1, "barrier")
    assert net.verdict is None


# a failure is the cause, those that wait for it are not


@pytest.mark.parametrize("state", ["raised", "gone"])
@pytest.mark.parametrize("waits_first", [True, False])
@SIZES
def test_a_failed_rank_never_makes_its_peers_a_deadlock(state, waits_first, size):
    net = Net(size)
    steps = [lambda: [net.all_reduce(rank) for rank in range(1, size)],
             lambda: net.referee.leave(0, state)]  # fmt: skip
    for step in steps if waits_first else reversed(steps):
        step()
    assert net.verdict is Verdict.RUNTIME_ERROR


def test_a_failed_rank_lets_the_others_run_on():
    net = Net(3)
    net.referee.leave(0, "raised")
    net.all_reduce(1, group=(1, 2))
    assert net.verdict is None
    net.all_reduce(2, group=(1, 2))
    assert net.verdict is None and net.value(1, 1) == [[2, 2]]


# mismatches


@pytest.mark.parametrize(
    "first, second, reason",
    [
        (dict(op="all_reduce"), dict(op="all_gather", reduce_op=""), "different collectives"),
        (dict(op="all_reduce"), dict(op="barrier", sent=(), reduce_op=""), "different collectives"),
        (dict(), dict(sent=arrays(n=3), n=3), "shapes differ"),
        (dict(), dict(sent=arrays(dtype="float64"), dtype="float64"), "dtypes differ"),
        (dict(), dict(reduce_op="max"), "different operations"),
        (dict(op="broadcast", reduce_op="", root=0), dict(op="broadcast", reduce_op="", root=1),
         "different roots"),
        (dict(op="new_group", sent=(), reduce_op="", detail="[0]"),
         dict(op="new_group", sent=(), reduce_op="", detail="[0, 1]"), "groups differ"),
    ],
)  # fmt: skip
def test_ranks_that_cannot_meet_are_a_mismatch_at_once(first, second, reason):
    net, usual = Net(2), {"op": "all_reduce", "sent": arrays(), "reduce_op": "sum"}
    for rank, call in enumerate((first, second)):
        net.issue(rank, **{**usual, **call})
    assert net.verdict is Verdict.COLLECTIVE_MISMATCH
    assert net.referee.event.ranks == (0, 1)
    assert reason in net.message
    assert "program.py:10   call 1" in net.message and "program.py:11   call 1" in net.message


def test_a_mismatch_is_seen_before_the_third_rank_comes():
    net = Net(3)
    net.all_reduce(2)
    net.all_reduce(0, reduce_op="max")
    assert net.referee.event.ranks == (0, 2)


def test_swapped_async_collectives_are_a_mismatch():
    net = Net(2)
    net.issue(0, "all_reduce", arrays(n=2), n=2, reduce_op="sum")
    net.issue(0, "all_reduce", arrays(n=3), n=3, reduce_op="sum")
    net.issue(1, "all_reduce", arrays(n=3), n=3, reduce_op="sum")
    assert net.verdict is Verdict.COLLECTIVE_MISMATCH


def test_splits_that_do_not_fit_are_a_mismatch():
    net = Net(2)
    net.issue(0, "all_to_all", (*arrays(n=1), *arrays(n=3)), n=1, expects=(1, 2))
    net.issue(1, "all_to_all", (*arrays(n=2), *arrays(n=1)), n=2, expects=(2, 1))
    assert net.verdict is Verdict.COLLECTIVE_MISMATCH and "another size" in net.message


def test_the_first_event_stays():
    net = Net(2)
    net.all_reduce(0)
    net.referee.leave(1, "returned")
    first = net.referee.event
    net.referee.leave(0, "gone")
    assert net.referee.event is first


def test_a_stopped_referee_ignores_what_ranks_still_say():
    net = Net(2)
    net.issue(0, "all_reduce", arrays(), reduce_op="sum")
    net.issue(1, "barrier")
    assert net.referee.event.verdict is Verdict.COLLECTIVE_MISMATCH
    handle = net.issue(1, "barrier")
    net.wait(1, handle)
    net.issue(0, "barrier")
    assert net.got == {}
    assert net.referee.event.ranks == (0, 1)
