"""Ctrl-C and sudden death at any moment: nothing stays behind, and what was finished is shown."""

import os
import re
import select
import signal
import subprocess
import sys
import time

import pytest

from judge import catalog, processes

COMMAND = [sys.executable, "practice/judge.py", "199"]
SLOW = """
import time

right = shard_tensor


def shard_tensor(key, value, rank, size, num_kv_heads):
    time.sleep(0.2)
    return right(key, value, rank, size, num_kv_heads)
"""
WRONG = """
right = shard_tensor


def shard_tensor(key, value, rank, size, num_kv_heads):
    return right(key, value, size - 1 - rank, size, num_kv_heads)
"""


@pytest.fixture
def start(fresh_clone, tmp_path):
    """start(text) grades the solution with this text after it; TMPDIR is the test's own."""
    scratch = tmp_path / "tmp"
    scratch.mkdir()
    started = []

    def start(text):
        problem = catalog.find("199")
        file = tmp_path / "shard_tensor.py"
        right = catalog.solution_home(problem) / problem.files[0]
        file.write_text(right.read_text() + "\n" + text)
        process = subprocess.Popen(
            [*COMMAND, str(file)],
            cwd=fresh_clone,
            env={**os.environ, "TMPDIR": str(scratch), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def read_until(process, pattern, limit_s=60):
    """What the command printed, up to the pattern. It is printed unbuffered."""
    seen, end = b"", time.monotonic() + limit_s
    while not re.search(pattern, seen):
        assert time.monotonic() < end, seen
        if select.select([process.stdout], [], [], 0.5)[0]:
            data = os.read(process.stdout.fileno(), 65536)
            assert data, seen
            seen += data
    return seen


def nothing_is_left(tmp_path):
    """No process knows the scratch directory any more, and it is empty."""
    end = time.monotonic() + 10
    while processes.marked(str(tmp_path / "tmp")):
        assert time.monotonic() < end, processes.marked(str(tmp_path / "tmp"))


def crashed(err):
    """A traceback, but for the one by which Python says that it dropped an exception."""
    return b"Traceback" in err and b"Exception ignored" not in err


def wait_for_template(process):
    """Until it has been started; it imports torch for seconds more."""
    end = time.monotonic() + 30
    while not processes.children(process.pid):
        assert time.monotonic() < end


@pytest.mark.parametrize(
    "signal_name",
    [
        "SIGINT",
        pytest.param("SIGTERM", marks=pytest.mark.slow),
        pytest.param("SIGHUP", marks=pytest.mark.slow),
    ],
)
def test_a_signal_between_cases_keeps_what_was_finished(start, tmp_path, signal_name):
    process = start(SLOW)
    seen = read_until(process, rb"199\.1 div_even")
    process.send_signal(getattr(signal, signal_name))
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert b"PASS  199.1" in seen and not crashed(err)
    nothing_is_left(tmp_path)
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_signal_while_the_template_starts_leaves_nothing(start, tmp_path):
    process = start("")
    wait_for_template(process)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    nothing_is_left(tmp_path)


def test_a_signal_during_the_diagnosis_leaves_nothing(start, tmp_path):
    process = start(WRONG)
    read_until(process, rb"NOT YET")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode in (1, 130) and not crashed(err), err
    nothing_is_left(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("delay_s", [0.02, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2, 1.6, 2.0, 2.5, 3.0, 4.0])
@pytest.mark.parametrize("text", [SLOW, WRONG], ids=["slow", "wrong"])
def test_a_signal_at_any_moment_leaves_nothing(start, tmp_path, delay_s, text):
    process = start(text)
    try:
        _, err = process.communicate(timeout=delay_s)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    # before Python has set its own handler up, the signal ends the process by itself
    assert process.returncode in (130, 1, -signal.SIGINT), err
    assert process.returncode != 130 or not crashed(err), err
    nothing_is_left(tmp_path)


@pytest.mark.parametrize("moment", ["template", "case"])
def test_the_sudden_death_of_the_judge_leaves_no_process(start, tmp_path, moment):
    process = start(SLOW)
    if moment == "case":
        read_until(process, rb"199\.1 div_even")
    wait_for_template(process)
    process.kill()
    process.wait()
    nothing_is_left(tmp_path)


@pytest.mark.slow
def test_a_second_ctrl_c_is_no_worse_than_one(start, tmp_path):
    process = start(SLOW)
    read_until(process, rb"199\.1 div_even")
    for _ in range(5):
        process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode in (130, -signal.SIGINT)
    nothing_is_left(tmp_path)
