"""Ranks of torchrun's: their interface, their device, and what they say when left alone."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from solutions.ch08_communicator.communicator import default_device
from solutions.ch09_processes.interfaces import VARIABLE, interface_towards, use_interface_towards
from solutions.ch09_processes.processes import RankProcesses
from solutions.ch09_processes.rank_errors import RankError, broken_collective
from solutions.ch11_qwen3.cli import main

ROOT = Path(__file__).parents[2]
TINY = ROOT / "models" / "tiny-qwen3"
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="asks the Linux kernel for routes")


@on_linux
def test_a_host_reaches_itself_over_loopback(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    assert interface_towards("127.0.0.1") == "lo"
    use_interface_towards("127.0.0.1", spans_hosts=False)
    assert os.environ[VARIABLE] == "lo"


@on_linux
def test_an_address_that_other_hosts_cannot_reach_is_refused(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(ValueError, match="localhost is 127.0.0.1 here, an address within this"):
        use_interface_towards("localhost", spans_hosts=True)
    assert VARIABLE not in os.environ


def test_the_interface_that_the_user_chose_stays(monkeypatch):
    monkeypatch.setenv(VARIABLE, "eth7")
    use_interface_towards("localhost", spans_hosts=True)
    assert os.environ[VARIABLE] == "eth7"


@pytest.mark.parametrize(
    ("gpus_here", "expected"), [(0, "cpu"), (1, "cpu"), (2, "cuda:1"), (4, "cuda:1")]
)
def test_a_rank_takes_the_gpu_of_its_number_on_its_host(gpus_here, expected, monkeypatch):
    monkeypatch.setattr(torch.cuda, "device_count", lambda: gpus_here)
    monkeypatch.setenv("LOCAL_RANK", "1")
    monkeypatch.setenv("LOCAL_WORLD_SIZE", "2")
    assert str(default_device(3, 4)) == expected


class Runner:
    """The object of every rank."""

    def __init__(self, group):
        self.group = group

    def stick(self, rank):
        """One rank does not come to the all-reduce."""
        if self.group.rank == rank:
            signal.pause()
        self.group.all_reduce(torch.ones(1))


@pytest.mark.parametrize(
    ("stuck", "waits"), [(0, 1), pytest.param(1, 0, marks=pytest.mark.slow)]
)
def test_a_rank_that_is_stuck_is_waited_for_until_the_time_out(stuck, waits):
    ranks = RankProcesses(Runner, 2, "fork", timeout=3.0)
    with pytest.raises(RankError, match=f"rank {waits} waited 3 s in all_reduce and heard nothing"):
        ranks.call("stick", stuck)
    assert not any(process.is_alive() for process in ranks._processes)


def test_only_an_error_of_a_collective_is_taken_for_one():
    try:
        raise RuntimeError("Timed out waiting 8000ms for a printer")
    except RuntimeError as error:
        assert broken_collective(error) is None


@pytest.mark.parametrize("value", ["0", "-1", "nan", "inf", "soon"])
def test_a_time_out_that_means_nothing_is_refused(value, capsys):
    with pytest.raises(SystemExit) as leaving:
        main(["--model", str(TINY), "--timeout", value, "text"])
    assert leaving.value.code == 2
    err = capsys.readouterr().err
    assert "--timeout" in err and err.count("\n") == 1


@pytest.mark.slow
def test_a_rank_of_torchrun_that_nobody_meets_says_so():
    run = subprocess.run(
        [sys.executable, "-m", "solutions.ch11_qwen3.engine", "--model", TINY, "text"]
        + ["--timeout", "2"],
        cwd=ROOT,
        env=os.environ
        | {"RANK": "0", "WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "0"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 1
    assert "engine: rank 0 of 2, on " in run.stderr
    assert "in init_process_group and heard nothing from another rank" in run.stderr
    assert "Traceback" not in run.stderr
