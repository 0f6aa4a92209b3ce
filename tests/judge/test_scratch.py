"""The folder of a killed judge is taken away by the next one; that of a living judge never."""

import fcntl
import os
import signal
import subprocess
import sys
import time

import pytest
from reduced import JUDGE, ROOT, run

from judge import scratch

P199 = ["199", "--from", "solutions", "--tp", "2", "--case", "q-rows"]
HOLDS = "import time; from judge.scratch import Scratch; print(Scratch().directory, flush=True);"


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The temporary directory of this test, for this process and those it starts."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


@pytest.fixture
def other():
    """other() -> a process that holds a folder, and the folder's path."""
    started = []

    def start():
        code = f"{HOLDS} time.sleep(600)"
        command = [sys.executable, "-c", code]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        started.append(process)
        return process, process.stdout.readline().strip()

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_a_folder_goes_when_its_owner_is_dead_and_not_before(here, other):
    process, path = other()
    scratch.sweep()
    assert os.path.isdir(path)
    process.kill()
    process.wait()
    scratch.sweep()
    assert list(here.iterdir()) == []


def test_who_closes_its_folder_leaves_nothing_to_sweep(here):
    held = scratch.Scratch()
    scratch.sweep()
    assert held.directory.is_dir()
    held.remove()
    held.remove()
    assert list(here.iterdir()) == []


def test_a_number_that_another_process_has_now_keeps_nothing(here):
    """A folder that names a living process, and whose lock nobody holds."""
    (here / "judge-old").mkdir()
    (here / "judge-old" / "lock").write_bytes(scratch._MARK)
    (here / "judge-old" / "pid").write_text(str(os.getpid()))
    scratch.sweep()
    assert not (here / "judge-old").exists()


def test_a_folder_that_is_being_made_is_left_alone(here):
    """It has no lock yet, or the lock has no name yet."""
    (here / "judge-new").mkdir()
    (here / "judge-newer").mkdir()
    (here / "judge-newer" / "new-lock").write_text("")
    scratch.sweep()
    assert len(list(here.iterdir())) == 2


@pytest.mark.parametrize("kind", ["another's", "a link", "a file", "a link for a lock", "work"])
def test_what_is_no_judges_folder_is_left_alone(here, kind, monkeypatch):
    path, kept = here / "judge-x", here / "kept"
    kept.mkdir()
    (kept / "lock").write_bytes(scratch._MARK)
    if kind == "a link":
        path.symlink_to(kept)
    elif kind == "a file":
        path.write_text("")
    else:
        path.mkdir()
        (path / "work").write_text("")
        if kind == "work":  # of somebody who calls a folder so, and has a lock in it
            (path / "lock").write_text("")
        elif kind == "another's":
            (path / "lock").write_bytes(scratch._MARK)
            monkeypatch.setattr("os.geteuid", lambda: os.stat(path).st_uid + 1)
        else:
            (path / "lock").symlink_to(kept / "lock")
    scratch.sweep()
    assert os.path.lexists(path) and (kept / "lock").exists()


def test_a_child_that_still_has_the_lock_keeps_the_folder(here):
    """As one that a notebook's kernel has forked."""
    (here / "judge-old").mkdir()
    lock = os.open(here / "judge-old" / "lock", os.O_CREAT | os.O_RDWR)
    os.write(lock, scratch._MARK)
    fcntl.flock(lock, fcntl.LOCK_EX)
    scratch.sweep()
    assert (here / "judge-old").exists()
    os.close(lock)
    scratch.sweep()
    assert not (here / "judge-old").exists()


def test_the_next_grading_takes_away_what_a_killed_one_left(here):
    with subprocess.Popen(
        [*JUDGE, "199", "--from", "solutions"], cwd=ROOT, stdout=subprocess.PIPE
    ) as judge:
        judge.stdout.readline()  # the template is there, and ranks are
        judge.send_signal(signal.SIGKILL)
    left = list(here.iterdir())
    assert [path.name[:6] for path in left] == ["judge-"]
    assert run([*JUDGE, *P199]).returncode == 0
    end = time.monotonic() + 5
    while list(here.iterdir()):
        assert time.monotonic() < end, list(here.iterdir())
