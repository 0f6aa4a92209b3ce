"""A rank group whose cell is not what it should be: the judge neither fails nor waits for ever."""

import os
import socket
import threading

import pytest

from bench import QUICK, statuses
from judge import ranks, wire
from judge.ranks import RankGroup


@pytest.fixture
def ends(tmp_path):
    """A group of one rank, and the cell's end of its socket."""
    (ours, theirs), (sock, other) = socket.socketpair(), socket.socketpair()
    output, write_end = os.pipe()
    group = RankGroup(
        ours, [(sock, output)], tmp_path / "no", lambda place: place, lambda _: None, 0.0
    )
    yield group, theirs
    theirs.close()
    other.close()
    os.close(write_end)


STARTED = {"kind": "started", "cell": 4_000_000, "ranks": [4_000_001], "layers": []}


@pytest.mark.parametrize(
    "data",
    [
        b"\xff" * 64,
        wire.encode("started"),
        wire.encode({"kind": "started"}),
        wire.encode(STARTED | {"cell": -1}),
        wire.encode(STARTED | {"ranks": [0]}),
        wire.encode(STARTED | {"layers": 3}),
        wire.encode(STARTED) * 2,
        wire.encode({"kind": "exit", "rank": 7, "status": 0}),
        wire.encode({"kind": "exit", "rank": "0", "status": []}),
    ],
)
def test_a_cell_that_says_something_else_counts_as_dead(ends, data, monkeypatch):
    killed = []
    monkeypatch.setattr(ranks.processes, "kill", killed.extend)
    group, theirs = ends
    theirs.sendall(data)
    assert statuses(group.load(QUICK)) == ["exited"]
    theirs.shutdown(socket.SHUT_WR)
    group.close()
    assert not group.usable and killed == []


def test_closing_ends_although_the_cell_goes_on_talking(ends, monkeypatch):
    monkeypatch.setattr(ranks, "_LEAVE_S", 0.1)
    group, theirs = ends

    def talk():
        try:
            while True:
                theirs.sendall(bytes(1 << 16))
        except OSError:
            pass

    talker = threading.Thread(target=talk)
    talker.start()
    group.close()
    talker.join()
    assert not group.usable
