"""Rank processes: lockstep calls, and failures told truly."""

import multiprocessing
import os
import signal
import sys
import threading

import pytest
import torch
from runners import (
    LIMIT_S,
    Runner,
    nothing_is_left_behind,  # noqa: F401  a fixture
    start,
    wait_until_dead,
)

from solutions.ch09_processes.lockstep import RankZero, serve
from solutions.ch09_processes.processes import RankProcesses
from solutions.ch09_processes.rank_errors import RankError, RankTraceback
from solutions.tp_group import HandGroup


def fail_at_start(group, rank):
    if group.rank == rank:
        raise ValueError(f"rank {rank} cannot start")
    group.all_reduce(torch.ones(1))


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_a_call_runs_on_every_rank_and_rank_0_answers(size):
    with start(size, 10) as ranks:
        assert ranks.call("add", 2) == sum(20 * (rank + 1) for rank in range(size))
        assert len(set(ranks.call("pids"))) == size
        assert os.getpid() not in ranks.call("pids")


@pytest.mark.parametrize("size", [1, 3])
def test_arguments_of_five_megabytes_reach_every_rank(size):
    data = os.urandom(5_000_000)
    with start(size) as ranks:
        assert ranks.call("total_length", data) == size * len(data)
        assert ranks.call("total_length", list(range(400_000))) == size * 400_000


def test_calls_back_to_back_arrive_once_and_in_order_on_every_rank():
    with start(3) as ranks:
        for i in range(50):
            ranks.call("note", i)
        assert ranks.call("logs") == (50, [list(range(50))] * 3)


def test_a_stream_yields_what_a_generator_makes():
    with start(2) as ranks:
        assert list(ranks.stream("count", 4)) == [0, 1, 2, 3]
        assert list(ranks.stream("count", 0)) == []


def test_a_stream_that_is_left_early_keeps_the_ranks_in_step():
    with start(2) as ranks:
        for i in ranks.stream("count", 2000):
            if i == 2:
                break
        assert ranks.call("logs") == (2000, [list(range(2000))] * 2)


def test_calls_from_several_threads_take_turns():
    with start(2) as ranks:
        sums = []
        threads = [
            threading.Thread(target=lambda x=x: sums.append(ranks.call("add", x))) for x in range(6)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(LIMIT_S)
        assert sorted(sums) == [3.0 * x for x in range(6)]


def test_two_engines_run_at_once():
    with start(2, 1) as one, start(2, 100) as other:
        assert [one.call("add", 1), other.call("add", 1), one.call("add", 2)] == [3, 300, 6]
        one.close()
        assert other.call("add", 2) == 600


def test_ranks_compute_on_one_thread_and_talk_over_loopback_when_forked():
    with start(2) as ranks:
        threads, interface = ranks.call("settings")
    assert threads == 1
    assert interface == ("lo0" if sys.platform == "darwin" else "lo")


@pytest.mark.parametrize("rank", [0, 1, 2])
def test_the_failing_ranks_own_error_is_raised_with_its_traceback(rank):
    ranks = start(3)
    pids = ranks.call("pids")
    with pytest.raises(KeyError, match="my own mistake") as caught:
        ranks.call("fail", rank, "raise")
    assert isinstance(caught.value.__cause__, RankTraceback)
    assert 'raise KeyError("my own mistake")' in str(caught.value.__cause__)
    assert caught.value.__notes__ == [f"(raised on rank {rank})"]
    wait_until_dead(pids)


@pytest.mark.parametrize("rank", [0, 1])
@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("exit", "rank {} exited with code 3"),
        ("kill", "rank {} was killed by SIGKILL"),
        ("sys.exit", "SystemExit: 0"),
        ("unsendable", "Unsendable: ab"),
    ],
)
def test_a_rank_that_dies_is_named(rank, how, message):
    ranks = start(3)
    pids = ranks.call("pids")
    with pytest.raises(RankError, match=message.format(rank)):
        ranks.call("fail", rank, how)
    wait_until_dead(pids)
    with pytest.raises(RankError, match="the ranks have ended"):
        ranks.call("add", 1)


@pytest.mark.parametrize("rank", [0, 1])
def test_an_error_while_starting_is_raised_by_the_constructor(rank):
    with pytest.raises(ValueError, match=f"rank {rank} cannot start"):
        RankProcesses(fail_at_start, 2, "fork", (rank,))


@pytest.mark.parametrize("rank", [0, 1, 2])
def test_an_idle_rank_that_is_killed_ends_the_others_within_seconds(rank):
    ranks = start(3)
    pids = ranks.call("pids")
    os.kill(pids[rank], signal.SIGKILL)
    wait_until_dead(pids)
    with pytest.raises(RankError, match=f"rank {rank} was killed by SIGKILL"):
        ranks.call("add", 1)


def test_a_failure_in_the_middle_of_a_stream_is_raised_by_it():
    ranks = start(2)
    stream = ranks.stream("count", 10**6)
    next(stream)
    victim = multiprocessing.active_children()[0]
    victim.kill()
    with pytest.raises(RankError, match="was killed by SIGKILL"):
        for _ in stream:
            pass


def test_arguments_that_cannot_be_sent_raise_and_end_the_ranks():
    ranks = start(2)
    with pytest.raises((AttributeError, TypeError), match="pickle"):
        ranks.call("note", lambda: None)
    with pytest.raises(RankError, match="have ended"):
        ranks.call("note", 1)


@pytest.mark.parametrize("size", [0, -2])
def test_a_size_below_one_is_refused(size):
    with pytest.raises(ValueError, match=f"at least 1, got {size}"):
        start(size)


def test_an_unknown_plugin_is_refused_by_name():
    with pytest.raises(ValueError, match="no communicator 'pigeon'"):
        start(2, plugin="pigeon")


def test_rank_zero_alone_calls_without_any_group():
    front = RankZero(Runner(HandGroup(0, 1)), HandGroup(0, 1))
    assert front.call("add", 4) == 4
    assert list(front.stream("count", 3)) == [0, 1, 2]
    front.close()


def test_ranks_that_run_already_serve_rank_zero(on_ranks):
    def run(group):
        group.control = group
        runner = Runner(group)
        if group.rank == 0:
            front = RankZero(runner, group)
            total = front.call("add", 1)
            items = list(front.stream("count", 2))
            front.close()
            return total, items
        serve(runner, group)
        return runner.log

    assert on_ranks(3, run) == [(6, [0, 1]), [0, 1], [0, 1]]
