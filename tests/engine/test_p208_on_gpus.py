"""Problem 208 on GPUs: the comparison is right on the CPU, where gloo stands in for both sides."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
import torch
import torch.distributed as dist

from solutions.ch09_processes.processes import RankProcesses

SCRIPT = Path(__file__).parents[2] / "solutions" / "practice" / "208_pynccl" / "on_gpus.py"
NUM_GPUS = torch.cuda.device_count()


def on_gpus():
    spec = importlib.util.spec_from_file_location("on_gpus", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.CALLS = 2  # that they are timed is enough
    return module


class Compared:
    """The comparison on one rank; gloo on the CPU is a fake of NCCL on GPUs."""

    def __init__(self, group):
        self.group = group

    def compare(self, spoil):
        def ours(x):
            dist.all_reduce(x, group=self.group.process_group)
            if spoil(x):
                x[-1] += 1

        def theirs(x):
            dist.all_reduce(x, group=self.group.process_group)

        on_gpus().compare(ours, theirs, torch.device("cpu"), self.group.rank)

    def right(self):
        self.compare(lambda x: False)

    def wrong_in_int64(self):
        self.compare(lambda x: x.dtype is torch.int64 and len(x) == 3)


def test_equal_sums_are_timed_in_every_message(capfd):
    with RankProcesses(Compared, 2, "fork") as ranks:
        ranks.call("right")
    lines = capfd.readouterr().out.splitlines()
    assert [line.split(":")[0].strip() for line in lines] == ["4 KiB", "16384 KiB"]


def test_a_wrong_sum_is_told_with_its_dtype_and_rank():
    with RankProcesses(Compared, 2, "fork") as ranks, pytest.raises(ValueError) as raised:
        ranks.call("wrong_in_int64")
    assert "1 of 3 numbers differ in torch.int64 on rank" in str(raised.value)


def run(*arguments):
    return subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True)


@pytest.mark.skipif(NUM_GPUS > 1, reason="there are GPUs")
def test_without_gpus_it_says_how_many_are_missing():
    done = run("3")
    assert done.returncode == 3 and "3 ranks need a GPU each" in done.stderr


@pytest.mark.parametrize("ranks", ["1", "two"])
def test_a_number_of_ranks_that_is_none_is_refused_in_one_line(ranks):
    done = run(ranks)
    assert done.returncode == 2 and "Traceback" not in done.stderr


@pytest.mark.gpu
@pytest.mark.skipif(NUM_GPUS < 2, reason="needs two CUDA devices")
def test_the_solution_adds_up_on_gpus_as_torch_distributed_does():
    done = run()
    assert done.returncode == 0, done.stderr
