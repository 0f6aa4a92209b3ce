"""Faults of the machine, in machines reduced for real: none of them is charged to the learner."""

import contextlib
import functools
import json
import os
import resource
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from reduced import JUDGE, ROOT, in_namespaces, lacking, run, small_disk

from judge import catalog, isolation

P199 = ["199", "--from", "solutions", "--tp", "2", "--case", "q-rows"]
GLOO = ["ch08", "--from", "solutions", "--tp", "3", "--case", "real-gloo"]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reduced by means of Linux")
slow = functools.partial(pytest.param, marks=pytest.mark.slow)


def accepted(done):
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def unfit(done, *fragments):
    """Exit code 3 and one clear paragraph, with the way to doctor."""
    assert done.returncode == 3, done.stdout + done.stderr
    said = " ".join(done.stderr.split())
    assert "This machine, not your code" in said and "judge.py doctor" in said
    for fragment in fragments:
        assert fragment in said


def layers(done):
    return json.loads(accepted(done))["run"]["isolation"]


# the network


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [P199, GLOO], ids=["referee", "gloo"])
def test_a_host_name_that_means_nothing_makes_no_difference(arguments):
    script = "hostname no-such-host.invalid"
    accepted(run(in_namespaces("-Uru", script, *arguments)))


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [P199, GLOO], ids=["referee", "gloo"])
def test_ranks_in_namespaces_need_no_loopback(arguments):
    accepted(run(in_namespaces("-Urn", "true", *arguments)))


@pytest.mark.slow
def test_without_namespaces_and_loopback_the_machine_is_unfit_for_gloo():
    command = in_namespaces("-Urn", "echo 0 >/proc/sys/user/max_user_namespaces", *GLOO)
    unfit(run(command), "the loopback interface is down, so real gloo ranks cannot meet")


@pytest.mark.slow
def test_without_namespaces_and_loopback_the_referee_still_works():
    script = "echo 0 >/proc/sys/user/max_user_namespaces"
    done = run(in_namespaces("-Urn", script, *P199, "--json"))
    assert "namespaces" not in layers(done)


@pytest.mark.slow
def test_proxies_are_not_asked():
    proxies = {name: "http://192.0.2.1:9" for name in ("http_proxy", "HTTPS_PROXY", "ALL_PROXY")}
    accepted(run([*JUDGE, *GLOO], **proxies))


# files and disks


def test_a_clone_that_cannot_be_written_is_graded_and_not_remembered():
    script = f"mount --bind '{ROOT}' '{ROOT}'; mount -o remount,bind,ro '{ROOT}'; cd '{ROOT}'"
    whole = ["199", "--from", "solutions"]
    done = run(in_namespaces("-Urm", script, *whole), HOME="/nowhere")
    assert "ACCEPTED" in accepted(done)


@pytest.mark.slow
def test_progress_that_cannot_be_saved_is_said_and_the_verdict_stays(tmp_path):
    state = ROOT / ".judge"
    state.mkdir(exist_ok=True)
    script = f"mount -t tmpfs -o ro none '{state}'"
    done = run(in_namespaces("-Urm", script, "199"))
    assert done.returncode in (0, 1, 5)
    assert "progress was not saved: Read-only file system" in done.stderr
    assert "199" in done.stdout


@pytest.mark.parametrize("size", ["16k", "64k", slow("700k")])
def test_a_full_disk_is_the_machines_fault(tmp_path, size):
    """Nothing can be written; or not the judge's copy; or not what it lays out."""
    done = run(in_namespaces("-Urm", small_disk(tmp_path, size), *P199))
    if done.returncode == 0:
        assert size == "700k"  # just enough
    else:
        unfit(done, "No space left on device")


@pytest.mark.slow
def test_a_disk_that_the_learner_fills_is_the_learners_fault(tmp_path):
    problem = catalog.find("199")
    text = (catalog.solution_home(problem) / problem.files[0]).read_text()
    text += "\n\ndef shard_tensor(*_):\n    open('x', 'wb').write(bytes(64 << 20))\n"
    (tmp_path / "shard_tensor.py").write_text(text)
    (tmp_path / "tmp").mkdir()
    script = small_disk(tmp_path / "tmp", "32m")
    arguments = ["199", str(tmp_path / "shard_tensor.py"), "--tp", "2", "--case", "q-rows"]
    done = run(in_namespaces("-Urm", script, *arguments))
    assert done.returncode == 1
    assert "No space left on device" in done.stdout


# limits


@pytest.mark.parametrize("files", [10, slow(16), slow(24), slow(40)])
def test_few_open_files_are_the_machines_fault_or_enough(files):
    def limit():
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    done = run([*JUDGE, *P199], limit)
    if done.returncode != 0:
        unfit(done, "Too many open files")
    assert files < 40 or done.returncode == 0, done.stderr


@pytest.mark.slow
def test_too_little_memory_is_the_machines_fault():
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))

    unfit(run([*JUDGE, *P199], limit))


def my_threads():
    """How many there are now: the limit is on threads, whatever its name."""
    if os.geteuid() == 0:
        pytest.skip("root may start any number of processes")
    found = 0
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if process.stat().st_uid == os.geteuid():
                found += len(list((process / "task").iterdir()))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("more", range(4))
def test_a_process_too_many_is_the_machines_fault(more):
    """None can be started; or the template only; or a cell; or one of two ranks."""
    most = my_threads() + 1 + more

    def limit():
        resource.setrlimit(resource.RLIMIT_NPROC, (most, most))

    unfit(run([*JUDGE, *P199], limit))


# kernels


@pytest.mark.parametrize("missing", [*map(slow, isolation.NAMES), "all"])
def test_a_layer_that_the_kernel_lacks_is_done_without(missing):
    names = isolation.NAMES if missing == "all" else [missing]
    there = layers(run([*JUDGE, *P199, "--json"]))
    done = run([*lacking(*names), *P199, "--json"])
    assert layers(done) == [name for name in there if name not in names]


@pytest.mark.slow
def test_real_gloo_works_without_any_layer():
    accepted(run([*lacking(*isolation.NAMES), *GLOO]))


@pytest.mark.parametrize("missing", ["namespaces", slow("landlock"), slow("seccomp")])
@pytest.mark.parametrize("arguments", [P199, slow(["check", "--from", "solutions"])])
def test_strangers_code_is_not_run_without_a_layer(missing, arguments):
    done = run([*lacking(missing), *arguments, "--untrusted"])
    unfit(done, f"it cannot shut in code that is not trusted. Missing is {missing}: ")
    assert "ACCEPTED" not in done.stdout


@pytest.mark.slow
def test_strangers_code_is_run_where_every_layer_is_there():
    done = run([*JUDGE, *P199, "--untrusted", "--json"])
    if done.returncode == 3:
        assert "Missing is" in done.stderr or "needs a user of its own" in done.stderr
    else:
        assert layers(done) == ["L0", *isolation.NAMES, "own uid"]


# packages of a chapter


def test_a_chapter_whose_packages_are_missing_is_not_graded_and_nobody_has_failed(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as util\n"
        "find = util.find_spec\n"
        "util.find_spec = lambda name, *more: None if name == 'fastapi' else find(name, *more)\n"
    )
    path = f"{tmp_path}{os.pathsep}{ROOT}"
    done = run([*JUDGE, "ch12", "--from", "solutions"], PYTHONPATH=path)
    assert done.returncode == 5, done.stdout + done.stderr
    assert "fastapi is not installed. Run: make check" in done.stdout
    assert "FAIL" not in done.stdout


# several judges, and judges that die


def test_two_judges_at_once_are_both_right():
    with ThreadPoolExecutor(3) as pool:
        same = [pool.submit(run, [*JUDGE, *P199]) for _ in range(2)]
        other = pool.submit(run, [*JUDGE, *GLOO])
        for done in (*same, other):
            accepted(done.result())


@pytest.mark.slow
def test_a_judge_killed_half_way_leaves_the_next_one_as_it_was(tmp_path):
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    whole = [*JUDGE, "check", "--from", "solutions"]
    with subprocess.Popen(
        whole, cwd=ROOT, env=environment, stdout=subprocess.PIPE, start_new_session=True
    ) as judge:
        for line in judge.stdout:
            if b"ch02" in line:
                break
        judge.send_signal(signal.SIGKILL)
    accepted(run([*JUDGE, *P199], TMPDIR=str(tmp_path)))
