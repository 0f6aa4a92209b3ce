"""What the ranks of chapter 9's tests run, and how to see that nothing of them is left."""

import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import threading

import pytest
import torch

from solutions.ch09_processes.processes import RankProcesses

LIMIT_S = 30


class Unsendable(Exception):
    """An exception that pickles but does not unpickle."""

    def __init__(self, one, two):
        super().__init__(one + two)


class Runner:
    """The object of every rank."""

    def __init__(self, group, factor=1):
        self.group = group
        self.factor = factor
        self.log = []

    def add(self, x):
        x = torch.tensor([float(x * self.factor * (self.group.rank + 1))])
        return self.group.all_reduce(x).item()

    def total_length(self, data):
        return self.group.all_reduce(torch.tensor([len(data)])).item()

    def pids(self):
        return self.group.all_gather(torch.tensor([os.getpid()]), 0).tolist()

    def note(self, value):
        self.log.append(value)

    def logs(self):
        width = len(self.log)
        gathered = self.group.all_gather(torch.tensor([self.log]), 0)
        return width, gathered.tolist()

    def count(self, number):
        for i in range(number):
            self.group.all_reduce(torch.ones(1))
            self.note(i)
            yield i

    def fail(self, rank, how):
        if self.group.rank == rank:
            if how == "raise":
                raise KeyError("my own mistake")
            if how == "unsendable":
                raise Unsendable("a", "b")
            if how == "sys.exit":
                sys.exit(0)
            if how == "exit":
                os._exit(3)
            os.kill(os.getpid(), signal.SIGKILL)
        return self.group.all_reduce(torch.ones(1)).item()

    def settings(self):
        return torch.get_num_threads(), os.environ.get("GLOO_SOCKET_IFNAME")


def start(size, *args, **kwargs):
    return RankProcesses(Runner, size, "fork", args, **kwargs)


def is_alive(pid):
    """Whether the process runs; one that has ended but was not waited for does not count."""
    try:
        stat = subprocess.run(
            ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=True
        )
    except subprocess.CalledProcessError:
        return False
    return not stat.stdout.strip().startswith("Z")


def wait_until_dead(pids):
    pause = threading.Event()
    for _ in range(LIMIT_S * 20):
        if not any(is_alive(pid) for pid in pids):
            return
        pause.wait(0.05)
    pytest.fail(f"still running: {[pid for pid in pids if is_alive(pid)]}")


@pytest.fixture(autouse=True)
def nothing_is_left_behind(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    yield
    assert not list(tmp_path.glob("ranks-*"))
    assert not multiprocessing.active_children()
