"""Strangers' code is a user of its own: who that is, what it cannot reach, and where it is refused.

The machines are real ones: another user without root's powers, in a file tree of its own.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from reduced import JUDGE, ROOT, in_namespaces, run
from shut_in import program

from bench import call
from judge import isolation, processes

P199 = ["199", "--from", "solutions", "--tp", "2", "--case", "q-rows"]
GLOO = ["ch08", "--from", "solutions", "--tp", "3", "--case", "real-gloo"]
STUDENT = 4242
pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="users are Linux's here"),
    pytest.mark.skipif(os.geteuid() != 0, reason="root makes these machines"),
]


@pytest.fixture
def ask(bench):
    """ask(body, size=1) -> what the body gives on each rank of a group of strangers' code."""

    def asked(body, size=1, **names):
        with group(bench, body, size, **names) as ranks:
            return [rank.values["value"] for rank in call(ranks, "main").ranks]

    return asked


@contextlib.contextmanager
def group(bench, body, size=1, **names):
    bench.template.wait_until_ready()
    if why := isolation.weakness(bench.template.missing):
        pytest.skip(why)
    ranks = bench.group(size, program(body, names), untrusted=True)
    try:
        yield ranks
    finally:
        ranks.close()


# who it is


WHO = "return [*os.getresuid(), *os.getresgid(), *os.getgroups()]"


def test_ranks_are_a_user_that_is_nobody_else(ask):
    first, second = ask(WHO, size=2)
    assert first == second and len(first) == 6  # and no groups
    assert len(set(first)) == 1 and first[0] not in (0, os.geteuid())


def test_two_groups_at_a_time_are_two_users(bench):
    with group(bench, "time.sleep(60)") as one, group(bench, "time.sleep(60)") as other:
        first, second = (user_of(ranks._pids[0]) for ranks in (one, other))
    assert first != second and 0 not in (first, second)


def user_of(pid):
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Uid:"))


def test_it_never_becomes_the_one_who_grades_again(ask):
    assert ask("os.setresuid(user, user, user)", user=os.geteuid()) == ["EPERM"]
    assert ask("os.setgroups([0])") == ["EPERM"]


# what it cannot reach, though it is there


def test_a_file_of_the_user_that_is_there_is_still_closed(bench, ask, tmp_path):
    """Where the other layers let a file through, its owner's permissions still hold."""
    folder = bench.template.directory / "runtime" / "judge"  # which ranks may read
    (folder / "private").write_text("x")
    (folder / "private").chmod(0o600)
    assert ask("open(path).read()", path=str(folder / "private")) == ["EACCES"]


def test_what_it_writes_is_gone_with_its_ranks(bench, ask):
    body = """
        os.makedirs("a/b")
        os.chmod("a", 0)
        open("file", "w").write("x" * 1000)
        return [os.getcwd(), os.stat("file").st_uid == os.geteuid()]
        """
    [[folder, own]] = ask(body)
    assert own and not Path(folder).exists()


def test_its_scratch_directories_end_somewhere(ask):
    body = """
        for number in range(400):
            open(str(number), "wb").write(bytes(1 << 20))
        """
    assert ask(body) == ["ENOSPC"]


def test_ranks_die_with_their_group(bench):
    with group(bench, "time.sleep(600)", 2) as ranks:
        pids = list(ranks._pids)
        assert len(pids) == 2
        os.kill(ranks._cell, 9)
        gone(pids)


def gone(pids):
    end = time.monotonic() + 10
    while any(os.path.exists(f"/proc/{pid}") and not processes._is_zombie(pid) for pid in pids):
        assert time.monotonic() < end, pids


# machines


def unfit(done, *fragments):
    assert done.returncode == 3, done.stdout + done.stderr
    said = " ".join(done.stderr.split())
    assert "This machine, not your code" in said and "ACCEPTED" not in done.stdout
    for fragment in fragments:
        assert fragment in said


def as_student(tmp_path, script, *arguments, lines=""):
    """The judge as a user without root, who can read this Python and the clone."""
    aside = tmp_path / "aside"
    aside.mkdir()
    for name in ("subuid", "subgid"):
        (aside / name).write_text(lines)
    (aside / "passwd").write_text(
        Path("/etc/passwd").read_text() + f"student:x:{STUDENT}:{STUDENT}::/tmp:/bin/sh\n"
    )
    own = [path for path in tmp_path.parents if path.name.startswith(("pytest-", "popen-"))]
    home, binds = Path(sys.base_prefix), ""
    closed = [p for p in home.parents if p.stat().st_mode & 0o005 != 0o005]
    if closed:  # Python lies in somebody's home: show it without opening the home
        binds = f"""
            mkdir '{aside}/python'; mount --bind '{home}' '{aside}/python'
            mount -t tmpfs -o mode=755 none '{closed[-1]}'
            mkdir -p '{home}'; mount --move '{aside}/python' '{home}'"""
    command = in_namespaces("-m", f"""
        {binds}
        mkdir -m 777 '{aside}/tmp'; export TMPDIR='{aside}/tmp'
        chmod 755 '{tmp_path}' {" ".join(f"'{folder}'" for folder in own)}
        for name in subuid subgid passwd; do mount --bind '{aside}/'$name /etc/$name; done
        {script}
        set -- setpriv --reuid={STUDENT} --regid={STUDENT} --clear-groups "$@"
        """, *arguments)  # fmt: skip
    return command


RANGE = "student:300000:65536\n"


def test_someone_without_root_and_without_numbers_to_give_is_refused(tmp_path):
    done = run(as_student(tmp_path, "", *P199, "--untrusted"))
    unfit(done, "needs a user of its own", "Run the command as root, or install newuidmap")


@pytest.mark.slow
def test_numbers_that_belong_to_another_are_none_to_give(tmp_path):
    lines = "root:300000:65536\nstudent:300000:0\nnonsense\n"
    unfit(run(as_student(tmp_path, "", *P199, "--untrusted", lines=lines)), "/etc/subuid has none")


@pytest.mark.slow
def test_numbers_without_the_program_that_gives_them_are_none(tmp_path):
    done = run(as_student(tmp_path, "PATH=/nowhere:$PATH", *P199, "--untrusted", lines=RANGE),
               PATH="/bin")  # fmt: skip
    if not shutil.which("newuidmap", path="/bin"):
        unfit(done, "cannot be had from within here")


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [P199, GLOO], ids=["referee", "gloo"])
def test_someone_without_root_gives_one_of_their_own_numbers(tmp_path, arguments):
    if not shutil.which("newuidmap"):
        pytest.skip("there is no newuidmap")
    done = run(as_student(tmp_path, "", *arguments, "--untrusted", lines=RANGE))
    assert done.returncode == 0, done.stderr
    assert list((tmp_path / "aside" / "tmp").iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [["199", "shard_tensor.py"], ["199", "shard_tensor.py", "--untrusted"], ["ch02", "--from", ""]],
    ids=["own", "strangers'", "folder"],
)
def test_a_file_in_a_folder_that_is_closed_is_said_to_be_closed(tmp_path, words):
    (tmp_path / "closed").mkdir(mode=0o700)
    (tmp_path / "closed" / "shard_tensor.py").write_text("")
    there = [f"{tmp_path}/closed/inside" if word == "" else word for word in words]
    there = [f"{tmp_path}/closed/{word}" if word.endswith(".py") else word for word in there]
    done = run(as_student(tmp_path, "", *there, lines=RANGE))
    assert done.returncode == 2, done.stderr
    said = "no such folder" if "--from" in words else "Permission denied"
    assert said in done.stderr and "fault" not in done.stderr


@pytest.mark.slow
def test_someone_without_root_is_told_where_a_rank_waits(tmp_path):
    if not shutil.which("newuidmap"):
        pytest.skip("there is no newuidmap")
    text = "import time\n\n\ndef shard_tensor(*_):\n    time.sleep(1000)\n"
    (tmp_path / "shard_tensor.py").write_text(text)
    words = ["199", str(tmp_path / "shard_tensor.py"), "--case", "q-rows", "--tp", "2"]
    done = run(as_student(tmp_path, "", *words, "--untrusted", lines=RANGE))
    assert done.returncode == 1, done.stderr
    assert "shard_tensor.py:5" in done.stdout and "time.sleep(1000)" in done.stdout


@pytest.mark.slow
def test_a_user_namespace_that_only_renames_its_owner_is_refused():
    """Its root is an ordinary user outside, with no other number to give."""
    unfit(run(in_namespaces("-Urm", "true", *P199, "--untrusted")), "cannot be had from within")


# G20: an interpreter that the other user cannot read


@pytest.fixture
def own_clone(tmp_path):
    """A clone's judge with a .venv of its own, whose folders are closed to others."""
    clone = tmp_path / "clone"
    clone.mkdir()
    for name in ("judge", "solutions", "practice", "chapters"):
        shutil.copytree(ROOT / name, clone / name, ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", clone / ".venv"], check=True)
    [packages] = (clone / ".venv" / "lib").glob("python*/site-packages")
    (packages / "all.pth").write_text(str(Path(np_home())) + "\n")
    return clone


def np_home():
    import numpy

    return Path(numpy.__file__).parent.parent


def in_clone(clone, *arguments):
    python = clone / ".venv" / "bin" / "python"
    command = [str(python), "practice/judge.py", *arguments]
    return subprocess.run(
        command, cwd=clone, capture_output=True, text=True, timeout=110, check=False
    )


@pytest.mark.slow
def test_a_clone_below_a_home_that_is_closed_is_no_obstacle(own_clone):
    own_clone.parent.chmod(0o700)
    done = in_clone(own_clone, *P199, "--untrusted")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("closed", [".venv/bin", pytest.param("packages", marks=pytest.mark.slow)])
def test_a_python_that_is_closed_to_others_is_the_machines_fault(own_clone, closed):
    if closed == "packages":
        [folder] = (own_clone / ".venv" / "lib").glob("python*/site-packages")
        packages = own_clone / "packages"
        packages.mkdir(mode=0o700)
        for path in np_home().iterdir():
            (packages / path.name).symlink_to(path)
        (folder / "all.pth").write_text(f"{packages}\n")
        folder = packages
    else:
        folder = own_clone / closed
        folder.chmod(0o700)
    done = in_clone(own_clone, *P199, "--untrusted")
    unfit(done, "Strangers' code runs as another user", "is closed to others", "chmod -R o+rX")
    assert str(folder)[-30:] in done.stderr.replace("\n", "").replace(" ", "")
    assert in_clone(own_clone, *P199).returncode == 0  # it is no obstacle to one's own code


def test_the_next_command_is_as_careful_as_this_one(tmp_path):
    (tmp_path / "shard_tensor.py").write_text("def shard_tensor(*_):\n    return 3\n")
    words = ["199", str(tmp_path / "shard_tensor.py"), "--case", "q-rows", "--untrusted"]
    done = run([*JUDGE, *words])
    if done.returncode == 3:
        pytest.skip("strangers' code cannot be graded here")
    commands = [line for line in done.stdout.splitlines() if "python practice/judge.py" in line]
    assert commands
    for line in commands:
        assert "--untrusted" in line or "hint" in line or " next" in line, line
