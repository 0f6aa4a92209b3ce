"""Each promise of sandbox.py is attacked, once without any layer, where the attack works, and once
with each layer that promises to stop it, and with no other."""

import contextlib
import ctypes
import os
import socket
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
import torch

from bench import HEAD, call
from judge import isolation, landlock, namespaces, processes, sandbox, seccomp
from judge.records import Verdict

ROOT = Path(__file__).parent.parent.parent
LINUX = sys.platform == "linux"
SCOPES = 6  # the Landlock ABI that refuses signals and abstract sockets
REFUSED = {"EACCES", "EPERM", "ENOENT", "ESRCH", "EROFS", "ENETUNREACH", "ECONNREFUSED", "EBADF"}

pytestmark = pytest.mark.skipif(not LINUX, reason="layers beyond L0 are for Linux")


@contextlib.contextmanager
def only(bench, *layers):
    """Ranks with these layers; a test whose layer is missing here is skipped, with the reason."""
    template = bench.template
    template.wait_until_ready()
    before = dict(template.missing)
    for name in layers:
        if before[name]:
            pytest.skip(f"{name}: {before[name]}")
    template.missing = {n: "" if n in layers else "left out by this test" for n in before}
    try:
        yield
    finally:
        template.missing = before


def outcome(bench, layers, body, size=1, real=False, **names):
    """What came of `body` on each rank: "done", or the name of the error that stopped it."""
    with only(bench, *layers):
        group = bench.group(size, program(body, names), real=real)
        try:
            run = call(group, "main")
        finally:
            group.close()
    assert run.event is Verdict.ACCEPTED, run.message
    assert [rank.raised for rank in run.ranks] == [None] * size
    return [rank.values["value"] for rank in run.ranks]


def program(body, names):
    constants = "".join(f"{name} = {value!r}\n" for name, value in names.items())
    return (
        HEAD
        + "import ctypes, errno, socket, subprocess\n"
        + "libc = ctypes.CDLL(None, use_errno=True)\n\n"
        + constants
        + textwrap.dedent("""
            def syscall(*arguments):
                if libc.syscall(*arguments) < 0:
                    raise OSError(ctypes.get_errno(), "refused")


            def main(rank, size):
                try:
                    return attack(rank, size) or "done"
                except OSError as error:
                    return errno.errorcode[error.errno]


            def attack(rank, size):
            """)
        + textwrap.indent(textwrap.dedent(body), "    ")
    )


def assert_stopped_by(bench, layers, body, **names):
    """It works on L0, and each of the layers alone stops it."""
    assert outcome(bench, (), body, **names) == ["done"], "this attack is none"
    for layer in layers:
        [said] = outcome(bench, [layer], body, **names)
        assert said in REFUSED, layer


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


def test_no_process_outside_is_seen(bench):
    body = "return sorted(int(name) for name in os.listdir('/proc') if name.isdigit())"
    assert outcome(bench, ["namespaces"], body, size=2) == [[1, 2, 3]] * 2


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


# the network


@pytest.fixture
def server():
    with socket.create_server(("127.0.0.1", 0)) as sock:
        yield sock.getsockname()[1]


CONNECT = "socket.create_connection(('127.0.0.1', port), 5).close()"


def test_there_is_no_network(bench, server):
    assert_stopped_by(bench, ["landlock", "seccomp", "namespaces"], CONNECT, port=server)


def test_no_packet_leaves(bench):
    body = """
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            sock.sendto(b"x", ("127.0.0.1", 9))
        """
    assert_stopped_by(bench, ["seccomp", "namespaces"], body)


def test_real_ranks_have_a_loopback_of_their_own(bench, server):
    meet = """
        with socket.create_server(("127.0.0.1", 0)) as sock:
            socket.create_connection(sock.getsockname()).close()
        """
    layers = isolation.NAMES
    assert outcome(bench, layers, meet, size=2, real=True) == ["done"] * 2
    assert set(outcome(bench, layers, CONNECT, size=2, real=True, port=server)) <= REFUSED


@pytest.mark.parametrize("layers", [("landlock", "seccomp"), isolation.NAMES], ids=len)
def test_real_gloo_works(bench, layers):
    body = """
        from judge.worker import world
        path = os.path.dirname(os.getcwd()) + "/meeting/here"
        world._real_init("gloo", init_method="file://" + path, rank=rank, world_size=size)
        x = torch.ones(1)
        dist.all_reduce(x)
        return x.item()
        """
    assert outcome(bench, layers, body, size=2, real=True) == [2.0, 2.0]


def test_no_socket_of_another_program_can_be_reached(bench, tmp_path):
    """By a path, as that of a desktop or of a container engine is, or by an abstract name."""
    body = "with socket.socket(socket.AF_UNIX) as sock:\n    sock.connect(address)\n"
    name = f"\0judge-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX) as by_path, socket.socket(socket.AF_UNIX) as by_name:
        by_path.bind(str(tmp_path / "socket"))
        by_name.bind(name)
        for listener in (by_path, by_name):
            listener.listen()
        path = str(tmp_path / "socket")
        assert_stopped_by(bench, ["seccomp", "namespaces"], body, address=path)
        assert_stopped_by(bench, ["seccomp", "namespaces"], body, address=name)
        if landlock.abi() >= SCOPES:
            assert_stopped_by(bench, ["landlock"], body, address=name)


# what outlives a group


def test_nothing_passes_to_another_group_through_shared_memory(bench):
    name = f"/dev/shm/judge-test-{os.getpid()}"
    leave, look = "open(name, 'w')", "open(name)"
    try:
        for real in (False, True):
            outcome(bench, ["namespaces"], leave, real=real, name=name)
            assert not os.path.exists(name)
            assert outcome(bench, ["namespaces"], look, real=real, name=name) == ["ENOENT"]
        assert outcome(bench, ["landlock"], leave, name=name) == ["EACCES"]
    finally:
        Path(name).unlink(missing_ok=True)


NUMBERS = {"x86_64": 0, "aarch64": 1}


def number(name):
    if os.uname().machine not in NUMBERS:
        pytest.skip(f"no numbers of system calls are known for {os.uname().machine}")
    return seccomp._DENIED[name][NUMBERS[os.uname().machine]]


def test_keyrings_are_out_of_reach(bench):
    body = "syscall(number, b'user', b'judge-test', b'x', 1, -2)"  # the process's own
    assert_stopped_by(bench, ["seccomp"], body, number=number("add_key"))


def test_memory_shared_by_a_number_is_out_of_reach(bench):
    key = os.getpid()
    body = "syscall(number, key, 4096, 0o1600)"  # IPC_CREAT
    body += "\nsyscall(control, libc.shmget(key, 4096, 0o600), 0, 0)"  # and removed again
    control = {"x86_64": 31, "aarch64": 195}[os.uname().machine]
    assert_stopped_by(bench, ["seccomp"], body, number=number("shmget"), key=key, control=control)


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
