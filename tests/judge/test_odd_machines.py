"""Machines that are complete and odd: clocks that jump, process numbers that come back, arithmetic
that is wrong, ports that are taken. None of it is charged to the learner."""

import contextlib
import dataclasses
import functools
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from reduced import JUDGE, in_namespaces, run

from judge import catalog, choose
from judge.grade import Options, Session
from judge.launcher import Template
from judge.records import Submission

HERE = Path(__file__).parent
P199 = ["199", "--from", "solutions", "--tp", "2"]
CH02 = ["ch02", "--from", "solutions", "--tp", "2", "--case", "row-bias"]
GLOO = ["ch08", "--from", "solutions", "--tp", "3", "--case", "real-gloo"]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="made by means of Linux")


def accepted(done):
    assert done.returncode == 0, done.stdout + done.stderr
    assert "ACCEPTED" in done.stdout


# G01, G16, G17: ports, process numbers, the template


@pytest.mark.slow
def test_a_port_that_is_taken_and_a_world_that_is_set_make_no_difference():
    with contextlib.ExitStack() as held:
        for port in (29500, 29400):
            with contextlib.suppress(OSError):  # somebody has it: as good
                held.enter_context(socket.create_server(("127.0.0.1", port)))
        world = {"MASTER_ADDR": "192.0.2.1", "MASTER_PORT": "29500", "RANK": "7",
                 "WORLD_SIZE": "9", "TORCHELASTIC_USE_AGENT_STORE": "True"}  # fmt: skip
        accepted(run([*JUDGE, *GLOO], **world))


@pytest.mark.slow
def test_process_numbers_that_come_back_at_once_make_no_difference():
    """There are 400 of them, and a grading takes more."""
    script = "mount -t proc proc /proc; echo 400 >/proc/sys/kernel/pid_max || exit 77"
    script += "\nfor i in $(seq 300); do /bin/true; done"
    done = run(in_namespaces("-Urmpf", script, *P199))
    if done.returncode == 77:
        pytest.skip("this kernel has one highest process number for all namespaces")
    accepted(done)


def test_another_place_for_bytecode_makes_no_difference(tmp_path):
    accepted(run([*JUDGE, *P199], PYTHONPYCACHEPREFIX=str(tmp_path)))


def test_the_template_has_one_thread_and_has_not_computed(bench):
    bench.template.wait_until_ready()
    assert len(os.listdir(f"/proc/{bench.template.pid}/task")) == 1


# G09, G12: time


@pytest.mark.slow
def test_a_machine_that_is_busy_makes_nobody_too_slow():
    with contextlib.ExitStack() as busy:
        for _ in range(4 * (os.cpu_count() or 1)):
            process = busy.enter_context(subprocess.Popen(["sh", "-c", "while :; do :; done"]))
            busy.callback(process.kill)
        accepted(run([*JUDGE, *P199]))


@pytest.fixture
def jumping_clock(tmp_path):
    """A script that lets every program from here on read a clock that jumps."""
    compiler = shutil.which("cc")
    if not compiler:
        pytest.skip("there is no C compiler")
    library, etc = tmp_path / "wall_clock.so", tmp_path / "etc"
    source = HERE / "wall_clock.c"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", source, "-o", library], check=True)
    for name in ("upper", "work"):
        (etc / name).mkdir(parents=True)
    return f"""
        mount -t tmpfs none '{etc}'; mkdir '{etc}/upper' '{etc}/work'
        mount -t overlay -o 'lowerdir=/etc,upperdir={etc}/upper,workdir={etc}/work' none /etc
        echo '{library}' >/etc/ld.so.preload
        '{sys.executable}' -c 'import time; assert abs(time.time() - time.time()) > 1e4' || exit 77
        """


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [P199, GLOO], ids=["referee", "gloo"])
def test_a_wall_clock_that_jumps_makes_no_difference(jumping_clock, arguments):
    done = run(in_namespaces("-Urm", jumping_clock, *arguments))
    if done.returncode == 77 or "overlay" in done.stderr:
        pytest.skip(f"the clock cannot be made to jump here: {done.stderr}")
    accepted(done)


@pytest.mark.slow
def test_limits_are_met_by_a_clock_that_does_not_jump(jumping_clock, tmp_path):
    file = tmp_path / "shard_tensor.py"
    file.write_text("def shard_tensor(*_):\n    while True:\n        pass\n")
    arguments = ["199", str(file), "--tp", "2", "--case", "q-rows"]
    done = run(in_namespaces("-Urm", jumping_clock, *arguments))
    if done.returncode == 77 or "overlay" in done.stderr:
        pytest.skip("the clock cannot be made to jump here")
    assert done.returncode == 1 and "more than 10 s of CPU time" in done.stdout, done.stdout


# G18, G19: arithmetic


@pytest.fixture
def wrong_torch(tmp_path):
    """wrong_torch(body) -> a script after which this text ends torch/nn/functional.py."""

    def script(body):
        path = Path(torch.nn.functional.__file__)
        (tmp_path / "functional.py").write_text(path.read_text() + body)
        return f"mount --bind '{tmp_path}/functional.py' '{path}'"

    return script


ONE_PERCENT = "\n_right = linear\ndef linear(*a, **k):\n    return _right(*a, **k) * 1.01\n"
NEVER = "\ndef linear(*a, **k):\n    while True:\n        pass\n"


@pytest.mark.parametrize("body", [ONE_PERCENT, pytest.param(NEVER, marks=pytest.mark.slow)])
def test_where_the_solution_fails_too_nobody_has_failed(wrong_torch, body):
    done = run(in_namespaces("-Urm", wrong_torch(body), *CH02))
    assert done.returncode == 4, done.stdout + done.stderr
    said = " ".join((done.stdout + done.stderr).split())
    assert "not your code" in said and "The judge's own solution fails this case too" in said
    assert "FAIL" not in done.stdout
    [kept] = re.findall(r"\.judge/fault-[\w-]+\.txt", said)
    (catalog.ROOT / kept).unlink()  # or whoever runs the tests would wonder


@pytest.mark.slow
def test_doctor_finds_that_the_solution_fails(wrong_torch):
    done = run(in_namespaces("-Urm", wrong_torch(ONE_PERCENT), "doctor"))
    assert done.returncode == 3
    assert "FAIL  forked ranks" in done.stdout


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_other_instructions_of_the_cpu_make_nobody_wrong():
    plain = {"ATEN_CPU_CAPABILITY": "default", "OPENBLAS_CORETYPE": "Prescott", "MKL_CBWR": "SSE2"}
    for problem in ("ch02", "ch06", "ch07", "ch11", "190", "194"):
        accepted(run([*JUDGE, problem, "--from", "solutions", "--tp", "2"], **plain))


def test_the_template_is_told_which_instructions_to_use(monkeypatch):
    monkeypatch.setenv("ATEN_CPU_CAPABILITY", "default")
    with contextlib.closing(Template()) as template:
        template.wait_until_ready()
        environment = Path(f"/proc/{template.pid}/environ").read_bytes().split(b"\0")
    assert b"ATEN_CPU_CAPABILITY=default" in environment


# files and streams


@pytest.mark.slow
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_stream_that_the_shell_has_closed_makes_no_difference(closed):
    command = ["sh", "-c", f'"$@" {closed}', "sh", *JUDGE, *P199]
    done = run(command)
    assert done.returncode == 0, done.stderr
    assert ("ACCEPTED" in done.stdout) == (">&-" not in closed.replace("2>&-", ""))


@pytest.mark.slow
@pytest.mark.parametrize(
    "script",
    [
        "umask 077",
        "mount -t tmpfs -o noexec none '{tmp}'; export TMPDIR='{tmp}'",
        "mount -t tmpfs -o ro none /dev/shm",
        "mount -t tmpfs none /proc",
        "export LC_ALL=C LANG=xx TZ=Nowhere/Nothing",
        "cd / && cd -",
    ],
    ids=["umask", "noexec", "no shared memory", "no /proc", "locale", "folder"],
)
def test_a_machine_that_gives_less_than_usual_is_enough(tmp_path, script):
    accepted(run(in_namespaces("-m", script.format(tmp=tmp_path), *P199)))


@pytest.mark.slow
def test_a_umask_that_closes_all_is_no_obstacle_to_strangers_code():
    done = run(in_namespaces("-m", "umask 077", *P199, "--untrusted"))
    if done.returncode == 3:
        pytest.skip(done.stderr)
    accepted(done)


# chance, and faults of the judge that pass


def test_what_is_right_the_second_time_is_said_to_depend_on_chance(tmp_path):
    file = tmp_path / "shard_tensor.py"
    right = (HERE.parent.parent / "solutions/practice/199_shard_tensor/shard_tensor.py").read_text()
    file.write_text(
        right + "\n\nright, calls = shard_tensor, []\n\n\ndef shard_tensor(*arguments):\n"
        "    calls.append(1)\n    shard = right(*arguments)\n"
        "    return shard + 1 if len(calls) == 1 else shard\n"
    )
    done = run([*JUDGE, "199", str(file), "--tp", "2", "--case", "q-rows"])
    assert done.returncode == 1
    assert "it depends on chance or order" in " ".join(done.stdout.split())


@pytest.mark.parametrize("times, verdict", [(1, "accepted"), (2, "judge_error")])
def test_a_fault_of_the_judge_is_tried_once_more(monkeypatch, times, verdict):
    problem, faults = catalog.find("199"), []

    def check(inputs, run, right):
        if len(faults) < times:
            faults.append(1)
            raise ZeroDivisionError
        return right(inputs, run)

    cases = [
        dataclasses.replace(c, check=functools.partial(check, right=c.check))
        for c in choose.hidden_side(problem).CASES
    ]
    monkeypatch.setattr(choose.hidden_side(problem), "CASES", cases)
    seen = []
    with Session() as session:
        submission = Submission(catalog.solution_home(problem))
        report = session.grade(problem, submission, Options(tp=(2,)), seen.append)
    assert report.verdict == verdict and list(report.cases) == seen
    assert verdict == "judge_error" or report.earned == report.max
