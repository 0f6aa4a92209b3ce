"""Clocks for the collectives and for a decode step, and the line that fits what they show.

A clock is one rank's runner for chapter 9's RankProcesses. It holds gloo and shared memory side by
side in the same processes, and times one after the other, so that both meet the same neighbours on
the machine. All times are means. A step adds up its messages: one in ten that takes ten times as
long nearly doubles the sum, and the median does not see it. Printing is left to the lesson and to
bench/bench_collectives.py.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean

import numpy as np
import torch
from torch.nn import functional as F

from ..ch08_communicator.communicator import TorchGroup, choose_group
from ..ch11_qwen3.engine import ModelRunner
from ..ch11_qwen3.sampling_params import SamplingParams
from ..tp_group import HandGroup, TPGroup

PROMPT = [1, 2, 3, 4, 5, 6, 7, 8]
WARM_UP = 3  # calls before the clock runs; the first also waits for the other ranks


def both_groups(group: TorchGroup) -> dict[str, TPGroup]:
    return {"gloo": group, "shm": choose_group(group, "shm")}


def mean_seconds(work: Callable[[], object], calls: int) -> float:
    """The mean time of one call of work, over `calls` of them."""
    for _ in range(WARM_UP):
        work()
    return fmean(durations(work() for _ in range(calls)))


def durations(items: Iterator) -> Iterator[float]:
    """How many seconds each item took to be made."""
    begun = time.perf_counter()
    for _ in items:
        ended = time.perf_counter()
        yield ended - begun
        begun = ended


class CollectiveClock:
    """Times all-reduces of float32, on gloo and in shared memory in turn."""

    def __init__(self, group: TorchGroup):
        self.groups = both_groups(group)
        self.x = torch.ones(1, 96)
        self.gate_up = torch.ones(192, 96)

    def time(self, num_bytes: int, calls: int, pause: float = 0.0) -> dict[str, float]:
        """The seconds an all-reduce of so many bytes adds: {"gloo": …, "shm": …}.

        pause: the seconds that a rank computes before each call, as it does in a decode step. They
        do not count; but what the call makes slower in them does.
        """
        x = torch.zeros(num_bytes // 4)
        repeats = self._repeats(pause)
        seconds = {}
        for name, group in self.groups.items():
            both = mean_seconds(lambda g=group: (self._compute(repeats), g.all_reduce(x)), calls)
            seconds[name] = both - mean_seconds(lambda: self._compute(repeats), calls)
        return seconds

    def _repeats(self, pause: float) -> int:
        """How often to compute to take that long. All ranks get one answer, or one would wait."""
        seconds = torch.tensor([mean_seconds(lambda: self._compute(1), 100)])
        group = self.groups["gloo"]
        return round(pause * group.size / group.all_reduce(seconds).item())

    def _compute(self, repeats: int) -> None:
        """Small operations, as a layer of a small model makes them."""
        for _ in range(repeats):
            gate, up = F.linear(F.rms_norm(self.x, (96,)), self.gate_up).chunk(2, dim=-1)
            F.linear(F.silu(gate) * up, self.gate_up)


class DecodeClock(CollectiveClock):
    """Times decode steps of a model as well, one sequence; also in silence.

    In silence each rank computes its part and returns it where it should ask the others. Its tokens
    are wrong, and its time is that of computing alone, with all ranks on the machine at work.
    """

    def __init__(self, group: TorchGroup, directory: str):
        super().__init__(group)
        groups = self.groups | {"silent": HandGroup(group.rank, group.size)}
        self.runners = {
            name: ModelRunner(directory, each, "float32") for name, each in groups.items()
        }

    def time_step(self, steps: int) -> dict[str, float]:
        """The mean seconds of a greedy decode step: {"gloo": …, "shm": …, "silent": …}."""
        params = SamplingParams(max_tokens=steps + 1, temperature=0.0, ignore_eos=True)
        seconds = {}
        for name, runner in self.runners.items():
            stream = runner.stream([PROMPT], params)
            next(stream)  # the prompt
            seconds[name] = fmean(durations(stream))
        return seconds


def fit_line(num_bytes: Sequence[float], seconds: Sequence[float]) -> tuple[float, float]:
    """alpha, in seconds, and beta, in seconds a byte, of the line alpha + beta * num_bytes.

    Of all lines the one with the smallest sum of squared *relative* errors. Otherwise the largest
    message would decide alone: it takes a thousand times as long as the smallest.
    """
    times = np.array(seconds)
    columns = np.stack([1 / times, np.array(num_bytes) / times], axis=1)  # (points, 2)
    alpha, beta = np.linalg.lstsq(columns, np.ones(len(times)), rcond=None)[0]
    return float(alpha), float(beta)
