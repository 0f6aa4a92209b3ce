"""System calls that ranks have no use for, and what holds on every Linux."""

import os
import sys
import time

import pytest
from shut_in import NUMBERS, assert_stopped_by, number, only, outcome, program

from judge import isolation, sandbox, seccomp

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="layers beyond L0 are for Linux")


# seccomp


@pytest.mark.parametrize(
    "name, arguments",
    [
        ("process_vm_readv", "os.getpid(), None, 0, None, 0, 0"),
        ("kcmp", "os.getpid(), os.getpid(), 0, 0, 0"),
        ("unshare", "0"),
        ("personality", "0xFFFFFFFF"),
    ],
)
def test_a_system_call_that_ranks_have_no_use_for_is_refused(bench, name, arguments):
    assert_stopped_by(bench, ["seccomp"], f"syscall(number, {arguments})", number=number(name))


def test_every_call_on_the_list_is_refused(bench):
    """With arguments that would be wrong in any case: EPERM comes from the filter."""
    column = NUMBERS.get(os.uname().machine, 0)
    numbers = {n: pair[column] for n, pair in seccomp._DENIED.items() if pair[column] is not None}
    body = """
        allowed = []
        for name, number in numbers.items():
            libc.syscall(number, -1, -1, -1, -1, -1, -1)
            allowed += [name] * (ctypes.get_errno() != errno.EPERM)
        return ["allowed", *allowed]
        """
    assert outcome(bench, ["seccomp"], body, numbers=numbers) == [["allowed"]]


@pytest.mark.parametrize(
    "body",
    [
        "resource.prlimit(nobody, resource.RLIMIT_RSS)",
        "os.sched_setaffinity(nobody, os.sched_getaffinity(0))",
        "os.sched_setscheduler(nobody, os.SCHED_OTHER, os.sched_param(0))",
        "os.setpriority(os.PRIO_PROCESS, nobody, 0)",
    ],
    ids=["limits", "cores", "scheduler", "priority"],
)
def test_other_processes_keep_their_limits_and_their_turns(bench, body):
    """Of a process that is not there: who may ask is told so, and the filter comes first."""
    body, nobody = f"import resource\n{body}", 2**22 - 1
    assert outcome(bench, (), body, nobody=nobody) == ["ESRCH"]
    assert outcome(bench, ["seccomp"], body, nobody=nobody) == ["EPERM"]


@pytest.mark.parametrize(
    "body",
    [
        "fcntl.flock(file, fcntl.LOCK_EX)",
        "fcntl.lockf(file, fcntl.LOCK_SH)",
        "fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)",
        "fcntl.fcntl(os.open('.', os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_ACCESS)",
        "os.sched_getaffinity(nobody)",
        "os.getpriority(os.PRIO_PROCESS, nobody)",
        "os.getpgid(nobody)",
        "os.getsid(nobody)",
    ],
)
def test_ranks_leave_no_signs_for_each_other(bench, body):
    """Locks on files that both can read, and what one sets of itself and the other reads."""
    body, nobody = f"import fcntl\nfile = open(os.__file__)\n{body}", 2**22 - 1
    assert outcome(bench, (), body, nobody=nobody) in (["done"], ["ESRCH"])
    assert outcome(bench, ["seccomp"], body, nobody=nobody) == ["EPERM"]
    if "fcntl." in body.rpartition("\n")[2]:  # gloo's ranks meet in a file that they lock
        assert outcome(bench, ["seccomp"], body, real=True) == ["done"]


def test_a_rank_may_set_its_own_limits_and_turns(bench):
    body = """
        import resource
        for pid in (0, os.getpid()):
            resource.prlimit(pid, resource.RLIMIT_RSS)
            os.sched_setaffinity(pid, os.sched_getaffinity(0))
            os.setpriority(os.PRIO_PROCESS, pid, 1)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        """
    assert outcome(bench, ["seccomp"], body) == ["done"]


def test_no_key_is_pressed_for_the_user(bench):
    body = """
        import fcntl
        fcntl.ioctl(0, 0x5412, b"x")  # TIOCSTI
        """
    assert outcome(bench, (), body) == ["ENOTTY"]
    assert outcome(bench, ["seccomp"], body) == ["EPERM"]


def test_new_namespaces_cannot_be_made_by_clone(bench):
    clone = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
    body = """
        pid = libc.syscall(clone, 0x10000000 | 17, 0, 0, 0, 0)  # CLONE_NEWUSER
        if pid == 0:
            os._exit(0)
        if pid < 0:
            raise OSError(ctypes.get_errno(), "refused")
        os.waitpid(pid, 0)
        """
    assert outcome(bench, ["seccomp"], body, clone=clone) == ["EPERM"]


# always, on Linux


@pytest.mark.parametrize("layers", [(), isolation.NAMES], ids=["L0", "L1"])
def test_a_rank_has_no_powers_of_root(bench, layers):
    body = """
        with open("/proc/self/status") as status:
            return [line.split()[1] for line in status if line.startswith("CapEff")][0]
        """
    assert outcome(bench, layers, body) == ["0" * 16]


@pytest.mark.parametrize("layer", ["landlock", "seccomp"])
def test_a_set_uid_program_gives_no_powers(bench, layer):
    body = """
        with open("/proc/self/status") as status:
            return [line.split()[1] for line in status if line.startswith("NoNewPrivs")][0]
        """
    assert outcome(bench, [layer], body) == ["1"]


def test_a_rank_knows_nothing_of_the_users_environment(monkeypatch):
    for name in ("HF_TOKEN", "HTTPS_PROXY", "PYTHONPATH", "SSH_AUTH_SOCK"):
        monkeypatch.setenv(name, "/tmp/x")
    assert "/tmp/x" not in sandbox.clean_environment().values()


def test_a_rank_computes_with_one_thread_in_a_home_of_its_own(bench):
    body = """
        import tempfile
        homes = {os.environ["HOME"], os.environ["TMPDIR"], tempfile.gettempdir(), os.getcwd()}
        return [torch.get_num_threads(), len(homes), os.listdir(os.getcwd())]
        """
    assert outcome(bench, isolation.NAMES, body, size=2) == [[1, 1, []]] * 2


def test_a_rank_that_loses_its_parent_dies(bench):
    """The cell is killed from outside; its ranks are gone without being told."""
    with only(bench):
        group = bench.group(1, program("time.sleep(600)", {}))
        cell, [rank] = group._cell, group._pids
        os.kill(cell, 9)
        end = time.monotonic() + 10
        while os.path.exists(f"/proc/{rank}") and time.monotonic() < end:
            time.sleep(0.01)
        gone = not os.path.exists(f"/proc/{rank}")
        group.close()
        assert gone
