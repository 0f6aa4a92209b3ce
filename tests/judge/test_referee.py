"""The referee as a pure state machine: which collectives complete, and with what."""

import numpy as np
import pytest
from net import ALL_OPS, Net, arrays, expected, more_for, sent_by

from judge import referee as referee_module
from judge.collectives import Call
from judge.errors import WireError
from judge.records import Collective, Verdict
from judge.wire import from_numpy

SIZES = pytest.mark.parametrize("size", [2, 3, 4])


@SIZES
@pytest.mark.parametrize("op", ALL_OPS)
def test_a_collective_completes_when_the_last_rank_joins(op, size):
    net, root = Net(size), size - 1
    for rank in range(size):
        assert not net.got
        net.call(rank, op, sent_by(op, rank, size, root), **more_for(op, size, root))
    assert net.verdict is None
    for rank in range(size):
        assert [row[0] for row in net.value(rank, 1)] == expected(op, rank, size, root)


@pytest.mark.parametrize("op", ALL_OPS)
def test_a_sub_group_needs_its_own_members_only_in_its_own_order(op):
    net, group = Net(4), (3, 1)
    for rank in group:
        position = group.index(rank)
        net.call(rank, op, sent_by(op, position, 2, 1), group=group, **more_for(op, 2, 1, group))
    assert net.verdict is None
    for rank in group:
        position = group.index(rank)
        assert [row[0] for row in net.value(rank, 1)] == expected(op, position, 2, 1)


def test_groups_that_share_ranks_do_not_mix():
    net = Net(3)
    first = net.issue(0, "all_reduce", arrays(1), group=(0, 1), reduce_op="sum")
    net.issue(0, "all_reduce", arrays(2), group=(0, 2), reduce_op="sum")
    net.issue(2, "all_reduce", arrays(4), group=(0, 2), reduce_op="sum")
    assert net.value(2, 1) == [[6, 6]]
    net.issue(1, "all_reduce", arrays(8), group=(0, 1), reduce_op="sum")
    assert net.value(0, first) == [[9, 9]]


def test_two_groups_of_the_same_ranks_do_not_mix():
    net = Net(2)
    net.issue(0, "all_reduce", arrays(1), group_name="a", reduce_op="sum")
    net.issue(1, "all_reduce", arrays(2), group_name="b", reduce_op="max")
    assert not net.got and net.verdict is None


def test_async_collectives_meet_in_the_order_of_issue_whatever_is_waited_for_first():
    net = Net(2)
    mine = [net.issue(0, "all_reduce", arrays(v), reduce_op="sum") for v in (1, 2, 3)]
    net.wait(0, mine[2])
    for value in (10, 20, 30):
        net.all_reduce(1, value)
    assert [net.value(0, handle)[0][0] for handle in mine] == [11, 22, 33]
    assert net.referee.waits_in(0) is None and net.verdict is None


def test_ranks_may_shape_the_same_elements_differently():
    net = Net(2)
    for rank, shape in enumerate([(2, 2), (4,)]):
        what = Collective("all_reduce", (0, 1), shape, "float32", 16, "sum")
        payload = (from_numpy(np.ones(shape, np.float32)),)
        net.referee.issue(Call(rank, 1, what, payload))
    assert net.verdict is None


def test_an_all_to_all_may_send_parts_of_different_sizes():
    net = Net(2)
    net.issue(0, "all_to_all", (*arrays(1, 1), *arrays(2, 3)), n=1, expects=(1, 2))
    net.issue(1, "all_to_all", (*arrays(3, 2), *arrays(4, 1)), n=2, expects=(3, 1))
    assert net.value(0, 1) == [[1], [3, 3]] and net.value(1, 1) == [[2, 2, 2], [4]]


# send and receive


@pytest.mark.parametrize("receiver_first", [True, False])
def test_a_send_meets_the_receive_of_its_peer(receiver_first):
    net = Net(2)
    steps = [lambda: net.recv(1, 0), lambda: net.send(0, 1, 7.0)]
    for step in steps if receiver_first else reversed(steps):
        step()
    assert net.value(1, 1) == [[7, 7], 0] and net.verdict is None


def test_a_receive_from_any_rank_learns_whom_it_met():
    net = Net(3)
    net.recv(0)
    net.send(2, 0, 5.0)
    assert net.value(0, 1) == [[5, 5], 2]


def test_messages_between_two_ranks_keep_their_order():
    net = Net(2)
    for value in (1, 2):
        net.issue(0, "send", arrays(value), root=1)
    assert [net.value(1, net.recv(1, 0))[0][0] for _ in range(2)] == [1, 2]


def test_a_tag_separates_messages():
    net = Net(2)
    net.issue(0, "send", arrays(1), root=1, tag=1)
    net.issue(0, "send", arrays(2), root=1, tag=2)
    assert net.value(1, net.recv(1, 0, tag=2))[0] == [2, 2]


def test_a_message_of_another_size_is_a_mismatch():
    net = Net(2)
    net.send(0, 1, n=2)
    net.recv(1, 0, n=3)
    assert net.verdict is Verdict.COLLECTIVE_MISMATCH and "shapes" in net.message


# what is left over


def test_work_that_nobody_waited_for_is_left_over():
    net = Net(2)
    for rank in range(2):
        net.issue(rank, "all_reduce", arrays(), reduce_op="sum")
    net.wait(0, 1)
    assert net.referee.leftovers(0) == []
    assert net.referee.leftovers(1) == [
        "The code never waited for all_reduce #1 of [2] float32 at program.py:11."
    ]


def test_what_a_rank_has_sent_and_nobody_takes_is_capped(monkeypatch):
    monkeypatch.setattr(referee_module, "MAX_OUTSTANDING", 100)
    net = Net(2)
    for _ in range(12):
        net.issue(0, "all_reduce", arrays(), reduce_op="sum")
    assert net.verdict is None
    net.issue(0, "all_reduce", arrays(), reduce_op="sum")
    assert net.verdict is Verdict.MEMORY_LIMIT


def test_the_number_of_open_collectives_is_capped(monkeypatch):
    monkeypatch.setattr(referee_module, "MAX_OPEN", 5)
    net = Net(2)
    for _ in range(6):
        net.issue(0, "barrier")
    assert net.verdict is Verdict.CONTRACT_VIOLATION
    assert "Rank 0 has 6 collectives under way" in net.referee.event.message


def test_what_is_complete_and_was_never_waited_for_counts_as_open(monkeypatch):
    monkeypatch.setattr(referee_module, "MAX_OPEN", 5)
    net = Net(1)
    for _ in range(6):
        net.issue(0, "barrier")
    assert net.verdict is Verdict.CONTRACT_VIOLATION


def test_what_was_delivered_no_longer_counts_as_sent(monkeypatch):
    monkeypatch.setattr(referee_module, "MAX_OUTSTANDING", 20)
    net = Net(1)
    for _ in range(9):
        net.all_reduce(0)
    assert net.verdict is None


# what no honest process group says


@pytest.mark.parametrize(
    "call",
    [
        dict(op="steal", sent=arrays()),
        dict(op="all_reduce", sent=arrays(), reduce_op="xor"),
        dict(op="all_reduce", sent=arrays(), reduce_op="band"),
        dict(op="all_reduce", sent=(), reduce_op="sum"),
        dict(op="all_reduce", sent=arrays(count=2), reduce_op="sum"),
        dict(op="all_reduce", sent=arrays(n=3), reduce_op="sum"),
        dict(op="all_reduce", sent=arrays(dtype="float64"), reduce_op="sum"),
        dict(op="all_reduce", sent=arrays(), reduce_op="sum", group=(1,)),
        dict(op="all_reduce", sent=arrays(), reduce_op="sum", group=(0, 7)),
        dict(op="all_reduce", sent=arrays(), reduce_op="sum", group=(0, 0)),
        dict(op="all_reduce", sent=arrays(), reduce_op="sum", group=()),
        dict(op="broadcast", sent=arrays(), root=5),
        dict(op="broadcast", sent=arrays(), root=None),
        dict(op="scatter", sent=arrays(count=1), root=0),
        dict(op="all_to_all", sent=arrays(count=2), expects=(1,)),
        dict(op="all_to_all", sent=arrays(count=2, dtype="float64"), expects=(2, 2)),
        dict(op="send", sent=arrays(), root=9),
        dict(op="send", sent=(), root=1),
        dict(op="recv", sent=arrays(), root=1),
        dict(op="barrier", sent=arrays()),
        dict(op="barrier", n=-1),
        dict(op="barrier", n=10**300),
        dict(op="recv", root=1, n=1 << 40),
        dict(op="broadcast", root=1, n=1 << 40),
    ],
)
def test_a_collective_that_is_not_well_formed_is_refused(call):
    net = Net(2)
    with pytest.raises(WireError):
        net.issue(0, **call)
    assert net.verdict is None


def test_a_handle_is_used_once():
    net = Net(2)
    net.issue(0, "barrier")
    net.handles[0] = 0
    with pytest.raises(WireError):
        net.issue(0, "barrier")


@pytest.mark.parametrize("handle", [-1, 0, 5, 10**30])
def test_waiting_for_what_was_never_issued_is_refused(handle):
    net = Net(2)
    with pytest.raises(WireError):
        net.wait(0, handle)
    assert net.referee.waits_in(0) is None and net.verdict is None
