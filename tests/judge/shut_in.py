"""Programs that are run as ranks inside chosen layers, and what came of them."""

import contextlib
import os
import textwrap

import pytest

from bench import HEAD, call
from judge import seccomp
from judge.records import Verdict

SCOPES = 6  # the Landlock ABI that refuses signals and abstract sockets
REFUSED = {"EACCES", "EPERM", "ENOENT", "ESRCH", "EROFS", "ENETUNREACH", "ECONNREFUSED", "EBADF"}


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


NUMBERS = {"x86_64": 0, "aarch64": 1}


def number(name):
    if os.uname().machine not in NUMBERS:
        pytest.skip(f"no numbers of system calls are known for {os.uname().machine}")
    return seccomp._DENIED[name][NUMBERS[os.uname().machine]]
