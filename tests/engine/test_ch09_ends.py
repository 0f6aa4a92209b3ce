"""How rank processes end: closed, interrupted, or left alone by their driver."""

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from runners import (
    LIMIT_S,
    is_alive,
    nothing_is_left_behind,  # noqa: F401  a fixture
    start,
    wait_until_dead,
)

from solutions.ch09_processes.rank_errors import RankError

ROOT = Path(__file__).parents[2]


def test_close_may_come_twice_and_ends_busy_ranks_too():
    ranks = start(2)
    pids = ranks.call("pids")
    stream = ranks.stream("count", 10**9)
    next(stream)
    ranks.close()
    ranks.close()
    wait_until_dead(pids)
    stream.close()


def test_a_call_that_another_thread_closes_ends_with_an_error():
    ranks = start(2)
    stream = ranks.stream("count", 10**9)
    next(stream)
    closer = threading.Thread(target=ranks.close)
    closer.start()
    with pytest.raises(RankError):
        for _ in stream:
            pass
    closer.join(LIMIT_S)


@pytest.mark.parametrize("_", range(3))  # two threads must meet
def test_many_threads_may_end_the_ranks_at_once(_):
    ranks, errors, together = start(2), [], threading.Barrier(8)

    def close():
        together.wait()
        try:
            ranks.close()
        except OSError as error:
            errors.append(error)

    threads = [threading.Thread(target=close) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LIMIT_S)
    assert errors == []
    assert not any(process.is_alive() for process in ranks._processes)


def drive_until_killed(connection):
    """A driver that starts ranks, tells who they are, keeps them busy, and waits for its end."""
    ranks = start(2)
    connection.send(ranks.call("pids"))
    for _ in ranks.stream("count", 10**9):
        pass


def test_ranks_end_when_their_driver_is_killed(tmp_path):
    ours, theirs = multiprocessing.Pipe()
    driver = multiprocessing.get_context("fork").Process(target=drive_until_killed, args=(theirs,))
    driver.start()
    theirs.close()
    assert ours.poll(LIMIT_S)
    pids = ours.recv()
    assert all(is_alive(pid) for pid in pids)
    driver.kill()
    driver.join()
    wait_until_dead(pids)
    for leftover in tmp_path.glob("ranks-*"):  # a killed driver cannot remove its directory
        for file in leftover.iterdir():
            file.unlink()
        leftover.rmdir()


def test_ranks_end_by_the_lifeline_alone_when_the_kernel_does_not_help(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", "elsewhere")  # no PR_SET_PDEATHSIG there
    monkeypatch.setenv("GLOO_SOCKET_IFNAME", os.environ["GLOO_SOCKET_IFNAME"])
    test_ranks_end_when_their_driver_is_killed(tmp_path)


def drive_until_interrupted(connection):
    """As drive_until_killed, in a process group of its own; it leaves as a script would."""
    os.setpgid(0, 0)
    with contextlib.suppress(KeyboardInterrupt), start(2) as ranks:
        connection.send(ranks.call("pids"))
        for _ in ranks.stream("count", 10**9):
            pass


def test_ctrl_c_ends_driver_and_ranks_quietly(capfd):
    ours, theirs = multiprocessing.Pipe()
    context = multiprocessing.get_context("fork")
    driver = context.Process(target=drive_until_interrupted, args=(theirs,))
    driver.start()
    theirs.close()
    assert ours.poll(LIMIT_S)
    pids = ours.recv()
    os.killpg(driver.pid, signal.SIGINT)  # as a terminal does: to the driver and to the ranks
    driver.join(LIMIT_S)
    assert driver.exitcode == 0
    wait_until_dead(pids)
    assert capfd.readouterr().err == ""


def test_ranks_started_by_a_thread_outlive_that_thread():
    started = []
    thread = threading.Thread(target=lambda: started.append(start(2)))
    thread.start()
    thread.join(LIMIT_S)
    with started[0] as ranks:
        assert ranks.call("add", 1) == 3


def test_an_interrupt_reaches_the_driver_only():
    with start(2) as ranks:
        pids = ranks.call("pids")
        for pid in pids:
            os.kill(pid, signal.SIGINT)
        assert ranks.call("add", 1) == 3


def test_a_script_without_a_main_guard_gets_one_clear_line(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from solutions.ch09_processes.processes import RankProcesses\n"
        "try:\n"
        "    RankProcesses(print, 2)\n"
        "except RuntimeError as error:\n"
        "    print(error)\n"
    )
    run = subprocess.run(
        [sys.executable, str(script)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
    )
    assert run.stderr == ""
    assert run.stdout.count("\n") == 1
    assert 'under `if __name__ == "__main__":`' in run.stdout
