"""What ranks cannot reach from within: the network, and what outlives a group."""

import os
import socket
import sys
from pathlib import Path

import pytest
from shut_in import REFUSED, SCOPES, assert_stopped_by, number, outcome

from judge import isolation, landlock

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="layers beyond L0 are for Linux")


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


def test_keyrings_are_out_of_reach(bench):
    body = "syscall(number, b'user', b'judge-test', b'x', 1, -2)"  # the process's own
    assert_stopped_by(bench, ["seccomp"], body, number=number("add_key"))


def test_memory_shared_by_a_number_is_out_of_reach(bench):
    key = os.getpid()
    body = "syscall(number, key, 4096, 0o1600)"  # IPC_CREAT
    body += "\nsyscall(control, libc.shmget(key, 4096, 0o600), 0, 0)"  # and removed again
    control = {"x86_64": 31, "aarch64": 195}[os.uname().machine]
    assert_stopped_by(bench, ["seccomp"], body, number=number("shmget"), key=key, control=control)
