"""What is said of ranks that miss each other with send and recv."""

import pytest
from net import Net, arrays

from judge import verdict
from judge.records import GroupRun, RankRun, Verdict

EVERY_SEND_FIRST = "A send ends when its peer receives: of two ranks, one receives first."


def finding(net):
    """What the judge draws from where the ranks of a net stand."""
    ranks = []
    for number, rank in enumerate(net.referee.ranks):
        waits_in = net.referee.waits_in(number)
        status = "waits" if waits_in else rank.state
        where = waits_in.where if waits_in else None
        ranks.append(RankRun(number, status, collectives=tuple(rank.calls), waits_in=waits_in,
                             where=where))  # fmt: skip
    run = GroupRun(len(ranks), net.verdict or Verdict.ACCEPTED, tuple(ranks), net.message)
    return verdict._event(run)


def advice(net):
    return finding(net).message.splitlines()[-1]


def test_a_collective_that_waits_for_a_receive_is_named_with_it_and_both_lines():
    net = Net(2)
    net.call(0, "broadcast", arrays(), root=0)
    net.recv(1, 0)
    assert advice(net) == (
        "The ranks make different calls: rank 0 waits in broadcast at program.py:10, "
        "rank 1 waits in recv at program.py:11."
    )


@pytest.mark.parametrize("asynchronous", [True, False])
@pytest.mark.parametrize("size", [3, 4])
def test_a_ring_that_receives_from_the_wrong_side_is_told_who_sends_and_who_waits(
    size, asynchronous
):
    net = Net(size)
    for rank in range(size):
        right = (rank + 1) % size
        if asynchronous:
            net.issue(rank, "send", arrays(), root=right)
        elif rank != 1:
            net.send(rank, right)
    for rank in range(size) if asynchronous else [1]:
        net.recv(rank, (rank + 1) % size)
    assert net.verdict is Verdict.DEADLOCK
    assert advice(net) == "Rank 0 sends to rank 1, but rank 1 waits for rank 2."
    assert finding(net).rank == 1


def test_a_message_that_was_received_from_any_rank_is_not_held_against_its_sender():
    net = Net(3)
    net.send(0, 1)
    net.recv(1)  # from any rank: it has it
    net.recv(1, 2)
    net.recv(0, 1)
    net.recv(2, 0)
    assert net.verdict is Verdict.DEADLOCK
    assert "Rank 0 sends" not in advice(net)


def test_ranks_that_all_send_first_are_told_that_one_receives_first():
    net = Net(2)
    net.send(0, 1)
    net.send(1, 0)
    assert advice(net) == EVERY_SEND_FIRST


def test_ranks_that_all_receive_first_are_not_told_of_a_send():
    net = Net(2)
    net.recv(0, 1)
    net.recv(1, 0)
    assert advice(net) == "A recv ends when its peer sends: of two ranks, one sends first."


@pytest.mark.parametrize(
    ("more", "differ"), [({"n": 3}, "shapes"), ({"dtype": "float64"}, "dtypes")]
)
def test_a_receive_of_another_size_is_told_that_a_message_must_fit(more, differ):
    net = Net(2)
    net.send(0, 1)
    net.recv(1, 0, **more)
    assert net.verdict is Verdict.COLLECTIVE_MISMATCH
    assert advice(net) == f"The {differ} differ. A send and its recv must agree in size and dtype."
    assert "same call" not in finding(net).message


def test_collectives_that_differ_are_still_told_to_be_the_same():
    net = Net(2)
    net.all_reduce(0)
    net.issue(1, "barrier")
    assert advice(net) == "All ranks must make the same call, in the same order."
