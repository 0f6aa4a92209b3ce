"""A program without end meets its limit, whatever it does meanwhile."""

import os
import time

import pytest
import torch
import torch.distributed as dist

from bench import SHORT
from judge.records import Limits, Verdict

# limits


def computes_for_ever(rank, size):
    while True:
        pass


def sleeps_for_ever(rank, size):
    if rank == 1:
        time.sleep(1000)
    dist.barrier()


def stops_itself(rank, size):
    import signal

    os.kill(os.getpid(), signal.SIGSTOP)


def never_quite_idle(rank, size):
    while True:
        dist.barrier()
        time.sleep(0.1)


def prints_for_ever(rank, size):
    while True:
        print("x" * 100_000)


def fills_memory(rank, size):
    kept = []
    while True:
        kept.append(torch.ones(1 << 20))
        time.sleep(0.001)


def forks_for_ever(rank, size):
    for _ in range(300):
        if os.fork() == 0:
            time.sleep(60)
    time.sleep(60)


def burns_in_children(rank, size):
    """Each child is reaped by the kernel: its CPU time is in nobody's account."""
    import signal

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        if os.fork() == 0:
            end = time.process_time() + 0.2
            while time.process_time() < end:
                pass
            os._exit(0)
        time.sleep(0.2)


@pytest.mark.parametrize(
    "program, verdict",
    [
        (computes_for_ever, "time_limit"),
        (burns_in_children, "time_limit"),
        (sleeps_for_ever, "idle_limit"),
        (stops_itself, "idle_limit"),
        pytest.param(never_quite_idle, "idle_limit", marks=pytest.mark.slow),
        (prints_for_ever, "output_limit"),
        (fills_memory, "memory_limit"),
        (forks_for_ever, "memory_limit"),
    ],
)
def test_a_program_without_end_meets_its_limit(bench, program, verdict):
    size = 1 if program in (forks_for_ever, burns_in_children, fills_memory) else 2
    assert bench.run(size, program, limits=SHORT).event == verdict


def test_where_an_idle_rank_sits_is_told(bench):
    run = bench.run(2, sleeps_for_ever, limits=SHORT)
    assert "time.sleep(1000)" in run.ranks[1].where.source


def forks_and_is_done(rank, size):
    """Twelve copies of a process that holds 100 MB take little more memory than one."""
    kept = torch.ones(25 << 20)
    for _ in range(12):
        if os.fork() == 0:
            time.sleep(60)
    time.sleep(0.3)
    return {"x": kept[:1].clone()}


def test_memory_that_forked_processes_share_counts_once(bench):
    run = bench.run(1, forks_and_is_done, limits=Limits(cpu_s=20.0, idle_s=5.0, memory_mb=600))
    assert run.event is Verdict.ACCEPTED and run.ranks[0].status == "returned"


def test_the_stack_that_the_judge_asked_for_is_not_shown_as_output(bench):
    text = "import time\n\n\ndef main(rank, size):\n    print('before')\n    time.sleep(1000)\n"
    run = bench.run(1, text, limits=SHORT)
    assert run.event is Verdict.IDLE_LIMIT and run.ranks[0].where.line == 6
    assert "template.py" not in run.ranks[0].output


def writes_much(rank, size):
    with open("file", "wb") as file:
        while True:
            file.write(bytes(1 << 20))
            file.flush()
            time.sleep(0.002)


def test_what_is_written_to_disk_is_limited(bench, monkeypatch):
    monkeypatch.setattr("judge.limits.MAX_DISK", 64 << 20)
    run = bench.run(1, writes_much, limits=Limits(cpu_s=5.0, idle_s=2.0))
    assert run.event is Verdict.OUTPUT_LIMIT and "64 MiB to disk" in run.message
