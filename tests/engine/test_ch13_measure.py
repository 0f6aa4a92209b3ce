"""The clocks run on real ranks, and the line is found again; no time is asked for."""

import time
from pathlib import Path

import pytest
import torch

from solutions.ch09_processes.processes import RankProcesses
from solutions.ch13_fast_collectives.measure import CollectiveClock, DecodeClock, fit_line

TINY = str(Path(__file__).parents[2] / "models" / "tiny-qwen3")


@pytest.mark.parametrize("tp", [2, 3])
def test_both_groups_are_timed_for_any_size(tp):
    with RankProcesses(CollectiveClock, tp, "fork") as ranks:
        for num_bytes in (4, 4096):
            seconds = ranks.call("time", num_bytes, 2)
            assert list(seconds) == ["gloo", "shm"] and all(s > 0 for s in seconds.values())


class UnevenClock(CollectiveClock):
    """Each rank computes more slowly than the one before it."""

    def _compute(self, repeats):
        super()._compute(repeats)
        time.sleep(repeats * 1e-4 * self.groups["gloo"].rank)

    def repeats(self, pause):
        mine = torch.tensor([float(self._repeats(pause))])
        return self.groups["gloo"].all_gather(mine).tolist()


@pytest.mark.parametrize("tp", [2, 3])
def test_fast_and_slow_ranks_compute_equally_often_before_a_call(tp):
    with RankProcesses(UnevenClock, tp, "fork") as ranks:
        assert ranks.call("repeats", 0.0) == [0.0] * tp
        often = ranks.call("repeats", 10.0)
        assert often[0] > 1 and often == often[:1] * tp


def test_a_decode_step_is_timed_with_and_without_talk_and_calls_between_computing():
    with RankProcesses(DecodeClock, 2, "fork", (TINY,)) as ranks:
        seconds = ranks.call("time_step", 2)
        between = ranks.call("time", 384, 2, seconds["silent"])
    assert list(seconds) == ["gloo", "shm", "silent"] and all(s > 0 for s in seconds.values())
    assert list(between) == ["gloo", "shm"]


def test_the_line_behind_exact_times_is_found_again():
    sizes = [4e3, 64e3, 1e6, 16e6]
    alpha, beta = fit_line(sizes, [20e-6 + 0.25e-9 * size for size in sizes])
    assert alpha == pytest.approx(20e-6) and beta == pytest.approx(0.25e-9)


def test_a_small_message_counts_as_much_as_a_large_one():
    seconds = [20e-6, 40e-6, 10_000e-6]  # the last is no more than 1 % off a line with beta 1e-9
    alpha, beta = fit_line([0, 20e3, 10e6], seconds)
    assert alpha == pytest.approx(20e-6, rel=0.02) and beta == pytest.approx(1e-9, rel=0.02)
