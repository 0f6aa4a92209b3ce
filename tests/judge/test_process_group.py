"""Unmodified torch.distributed code gives on the judge's ranks what it gives on gloo."""

import json
import os
import subprocess
import sys
from pathlib import Path

import dist_programs
import pytest
import torch

from bench import call
from judge.records import Limits, Verdict
from judge.wire import Array

SIZES = (2, 3, 4)
HERE = Path(__file__).parent
ROOMY = Limits(cpu_s=60.0, idle_s=30.0)


def on_gloo(tmp_path_factory, programs):
    out = tmp_path_factory.mktemp("gloo") / "out"
    names = ",".join(program.__name__ for program in programs)
    loopback = "lo0" if sys.platform == "darwin" else "lo"
    subprocess.run(
        [sys.executable, HERE / "gloo_run.py", out, ",".join(map(str, SIZES)), names],
        env={**os.environ, "OMP_NUM_THREADS": "1", "GLOO_SOCKET_IFNAME": loopback},
        check=True,
        timeout=100,
    )
    return torch.load(out)


@pytest.fixture(scope="module")
def gloo(tmp_path_factory):
    return on_gloo(tmp_path_factory, dist_programs.QUICK)


@pytest.fixture(scope="module")
def slow_gloo(tmp_path_factory):
    return on_gloo(tmp_path_factory, dist_programs.SLOW)


@pytest.fixture(scope="module")
def groups(bench):
    """For each size, ranks that have loaded all the programs."""
    text = (HERE / "dist_programs.py").read_text()
    groups = {size: bench.group(size, text) for size in SIZES}
    yield groups
    for group in groups.values():
        group.close()


def as_sent(value):
    """What a value is when it has crossed to the judge."""
    if isinstance(value, torch.Tensor):
        data = value.contiguous().reshape(-1).view(torch.uint8).numpy().tobytes()
        return Array(str(value.dtype).removeprefix("torch."), tuple(value.shape), data)
    return json.loads(json.dumps(value))


def agree(group, program, wanted):
    run = call(group, program.__name__, ROOMY)
    assert run.event is Verdict.ACCEPTED, run.message
    for rank, want in zip(run.ranks, wanted, strict=True):
        assert (rank.status, rank.violations) == ("returned", ()), rank
        got = {**rank.arrays, **rank.values}
        assert got == {name: as_sent(value) for name, value in want.items()}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("program", dist_programs.QUICK, ids=lambda program: program.__name__)
def test_a_program_gives_what_it_gives_on_gloo(groups, gloo, program, size):
    agree(groups[size], program, gloo[program.__name__, size])


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("program", dist_programs.SLOW, ids=lambda program: program.__name__)
def test_a_program_on_higher_layers_gives_what_it_gives_on_gloo(groups, slow_gloo, program, size):
    agree(groups[size], program, slow_gloo[program.__name__, size])
