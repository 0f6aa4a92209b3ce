"""A rank's clock: a decode step with and without its collectives, and its matrix products alone."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent.parent))

import torch
import torch.nn.functional as F
from checkpoint import prompts

from solutions.ch08_communicator.communicator import TorchGroup, choose_group
from solutions.ch11_qwen3.engine import ModelRunner
from solutions.ch11_qwen3.sampling_params import SamplingParams
from solutions.ch13_fast_collectives.measure import durations
from solutions.tp_group import HandGroup, TPGroup


class TimedGroup:
    """A group that adds up how long its calls take, waiting for the others included."""

    def __init__(self, group: TPGroup):
        self.group = group
        self.rank, self.size = group.rank, group.size
        self.seconds = 0.0

    def __getattr__(self, method: str) -> Callable:
        def call(*args: object, **options: object) -> object:
            begun = time.perf_counter()
            result = getattr(self.group, method)(*args, **options)
            self.seconds += time.perf_counter() - begun
            return result

        return call


class RankClock:
    """A runner for RankProcesses: the model with shared memory, and the same one in silence.

    In silence each rank goes on with its own part where it should ask the others: what is left is
    computing. The products are those of one token: every matrix of this rank, once.
    """

    def __init__(self, group: TorchGroup, directory: str, prompt: int):
        self.group = TimedGroup(choose_group(group, "auto"))
        self.runner = ModelRunner(directory, self.group)
        self.silence = HandGroup(group.rank, group.size)
        self.prompt = prompts(1, prompt)
        matrices = dict(self.runner.model.named_parameters())
        del matrices["model.embed_tokens.weight"]  # a lookup reads one row
        self.matrices = [matrix for matrix in matrices.values() if matrix.ndim == 2]

    def time(self, steps: int) -> dict[str, float]:
        """Median seconds: of a step, of one in silence, of its products; and inside collectives."""
        self.group.seconds = 0.0
        whole = self.decode(steps, self.group)
        return {
            "step": whole,
            "inside": self.inside / steps,
            "silent": self.decode(steps, self.silence),
            "products": self.products(steps),
        }

    def decode(self, steps: int, group: TPGroup) -> float:
        """The median time of a greedy step after the prompt."""
        for module in self.runner.model.modules():
            if hasattr(module, "group"):
                module.group = group
        params = SamplingParams(steps + 1, temperature=0.0, ignore_eos=True)
        stream = self.runner.stream(self.prompt, params)
        next(stream)
        self.group.seconds = 0.0
        seconds = list(durations(stream))
        self.inside = self.group.seconds
        return median(seconds)

    @torch.inference_mode()
    def products(self, steps: int) -> float:
        self.group.all_reduce(torch.zeros(1))  # begin together
        inputs = {size: torch.ones(1, size) for size in {m.shape[1] for m in self.matrices}}

        def rounds() -> Iterator[None]:
            for _ in range(steps):
                for matrix in self.matrices:
                    F.linear(inputs[matrix.shape[1]], matrix)
                yield

        return median(durations(rounds()))
