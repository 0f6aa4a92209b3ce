"""Each promise of sandbox.py is attacked, once without any layer, where the attack works, and once
with each layer that promises to stop it, and with no other."""

import contextlib
import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from shut_in import REFUSED, SCOPES, assert_stopped_by, only, outcome, program

from judge import isolation, landlock, namespaces, processes

ROOT = Path(__file__).parent.parent.parent
LINUX = sys.platform == "linux"
pytestmark = pytest.mark.skipif(not LINUX, reason="layers beyond L0 are for Linux")


# landlock and namespaces: files


@pytest.mark.parametrize("layer", ["landlock", "namespaces"])
@pytest.mark.parametrize(
    "path",
    [
        "judge/hidden/p199.py", "judge/misconceptions/catalog.toml", "judge/grade.py",
        "solutions/ch02_linear/linear.py", "tests/judge/bench.py", "chapters/tp_group.py",
        "models/tiny-qwen3/oracle.json", ".git/config",
    ],
)  # fmt: skip
def test_nothing_of_the_clone_can_be_read(bench, layer, path):
    whole = ROOT / path
    if not whole.exists():
        whole = next(p for p in whole.parent.rglob("*") if p.is_file())
    assert_stopped_by(bench, [layer], "open(path).read()", path=str(whole))


def test_the_users_files_cannot_be_read(bench, tmp_path):
    (tmp_path / "secret").write_text("a key")
    names = {"path": str(tmp_path / "secret")}
    assert_stopped_by(bench, ["landlock", "namespaces"], "open(path).read()", **names)
    assert_stopped_by(bench, ["landlock"], "open('/proc/self/root' + path).read()", **names)


def test_a_link_from_the_scratch_directory_leads_nowhere(bench, tmp_path):
    (tmp_path / "secret").write_text("a key")
    body = "os.symlink(path, 'link')\nopen('link').read()\n"
    assert_stopped_by(bench, ["landlock", "namespaces"], body, path=str(tmp_path / "secret"))


@pytest.mark.parametrize("layer", ["landlock", "namespaces"])
def test_nothing_can_be_written_outside_the_scratch_directory(bench, tmp_path, layer):
    assert_stopped_by(bench, [layer], "open(path, 'w')", path=str(tmp_path / "new"))
    copy = bench.template.directory / "runtime" / "judge" / "wire.py"
    for part in filter(lambda path: os.access(path, os.W_OK), (torch.__file__, str(copy))):
        body = "os.close(os.open(path, os.O_WRONLY))"  # opened, not changed
        assert_stopped_by(bench, [layer], body, path=part)
    assert_stopped_by(bench, [layer], "os.close(os.open(__file__, os.O_WRONLY))")


def test_a_file_outside_cannot_be_cut_off(bench, tmp_path):
    if LINUX and landlock.abi() < landlock.TRUNCATES:
        pytest.skip("Landlock stops this from ABI 3 on")
    (tmp_path / "kept").write_text("work")
    assert_stopped_by(bench, ["landlock"], "os.truncate(path, 0)", path=str(tmp_path / "kept"))


def test_the_scratch_directory_and_the_libraries_can_be_used(bench):
    body = """
        import json, tempfile, torch.nn.utils.parametrizations
        os.makedirs("a/b")
        open("a/b/file", "w").write("x")
        os.rename("a/b/file", "a/file")
        open(os.devnull, "w").write("x")
        with tempfile.TemporaryDirectory() as folder:
            open(folder + "/x", "w")
        assert subprocess.run([sys.executable, "-I", "-S", "-c", "print(1)"]).returncode == 0
        assert os.read(os.open("/dev/urandom", os.O_RDONLY), 4)
        return "used"
        """
    assert outcome(bench, isolation.NAMES, body) == ["used"]


# landlock and namespaces: processes


def without_powers():
    """Root's process would be out of reach for its powers alone."""
    ctypes.CDLL(None).prctl(38, 1, 0, 0, 0)  # nor does exec give them back
    with contextlib.suppress(OSError):
        namespaces.drop_capabilities()


@pytest.fixture
def bystander():
    """A process of the user that has nothing to do with the judge."""
    with subprocess.Popen(["sleep", "600"], preexec_fn=without_powers) as process:
        yield process.pid
        process.kill()


def test_a_process_outside_cannot_be_signalled(bench, bystander):
    if LINUX and landlock.abi() < SCOPES:
        pytest.skip(f"Landlock stops this from ABI {SCOPES} on")
    body = "os.kill(pid, 0)"
    assert_stopped_by(bench, ["landlock", "namespaces"], body, pid=bystander)
    assert_stopped_by(bench, ["landlock", "namespaces"], body, pid=os.getpid())
    assert_stopped_by(bench, ["landlock"], "os.kill(os.getppid(), 0)")


@pytest.mark.parametrize("layer", ["landlock", "namespaces"])
@pytest.mark.parametrize("file", ["environ", "maps", "mem", "fd/0"])
def test_a_process_outside_cannot_be_looked_into(bench, bystander, layer, file):
    assert_stopped_by(bench, [layer], "open(path, 'rb')", path=f"/proc/{bystander}/{file}")


def test_ranks_of_a_group_cannot_touch_each_other(bench):
    body = """
        pids = [torch.zeros(1, dtype=torch.int64) for _ in range(size)]
        dist.all_gather(pids, torch.tensor([os.getpid()]))
        try:
            os.kill(int(pids[1 - rank]), 0)
        finally:
            dist.barrier()
        """
    assert outcome(bench, (), body, size=2) == ["done"] * 2
    assert set(outcome(bench, ["landlock"], body, size=2)) <= REFUSED


def test_what_is_left_behind_dies_with_the_group(bench, tmp_path):
    """Also what has left its session, its parents and its environment."""
    body = """
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.execve("/bin/sleep", ["sleep", "987654"], {})
            os._exit(0)
        time.sleep(0.3)
        """
    assert outcome(bench, ["namespaces"], body) == ["done"]
    assert not sleeping("987654")


def sleeping(seconds):
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if Path(f"/proc/{pid}/cmdline").read_bytes() == f"sleep\0{seconds}\0".encode():
                found.append(pid)
    return found


SEEN = "return sorted(int(name) for name in os.listdir('/proc') if name.isdigit())"


def test_no_process_outside_is_seen(bench):
    for seen in outcome(bench, ["namespaces"], SEEN, size=2):
        assert set(seen) <= {1, 2, 3}


def test_a_rank_sees_no_rank_but_itself(bench):
    """By names, sizes and times that /proc tells, ranks could talk without a call."""
    if tuple(map(int, os.uname().release.split(".")[:2])) < (5, 8):
        pytest.skip("/proc can hide processes from Linux 5.8 on")
    assert outcome(bench, ["namespaces", "landlock"], SEEN, size=2) == [[2], [3]]


def test_the_judge_knows_the_ranks_by_their_numbers_outside(bench):
    with only(bench, *isolation.NAMES):
        group = bench.group(3, program("time.sleep(600)", {}))
        try:
            assert group.layers == ("L0", *isolation.NAMES)
            inside = [processes.number_inside(pid) for pid in group._pids]
            assert inside == [2, 3, 4]
            assert set(group._pids) < set(processes.descendants(bench.template.pid))
        finally:
            group.close()
