"""One rank group as the judge sees it: sends cases, serves collectives, watches the limits.

Facts only. Which verdict a set of facts deserves is decided in grade.py.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import socket
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import facts, processes, wire
from .errors import WireError
from .records import Collective, GroupRun, Limits, RankRun, Verdict
from .referee import Call, Referee, Reply

_TICK_S = 0.05  # how often limits are looked at
_MAX_OUTPUT = 8 << 20  # bytes a rank may print in its life
_KEPT_OUTPUT = 16 << 10
_MAX_BODY = 1 << 30


class _Rank:
    """The judge's end of one rank."""

    def __init__(self, sock: socket.socket, output: int) -> None:
        sock.setblocking(False)
        os.set_blocking(output, False)
        self.sock, self.output = sock, output
        self.decoder = wire.Decoder(_MAX_BODY)
        self.queue = bytearray()  # what the socket has not taken yet
        self.printed, self.tail = 0, b""
        self.loaded: Mapping[str, Any] | None = None
        self.exit: int | None = None  # wait status
        self.reset()

    def reset(self) -> None:
        self.done: tuple[Mapping[str, Any], dict[str, wire.Array]] | None = None
        self.bad_frame = ""
        self.tail = b""

    @property
    def finished(self) -> bool:
        return self.done is not None or self.exit is not None or bool(self.bad_frame)


class RankGroup:
    """`load()` once, then `run()` for each case, until `usable` is false; then `close()`."""

    def __init__(
        self, control: socket.socket, socks: list[socket.socket], outputs: list[int], scratch: Path
    ) -> None:
        self.scratch = scratch
        self.usable, self.loaded = True, False
        self._control, self._control_decoder = control, wire.Decoder()
        self._ranks = [_Rank(*ends) for ends in zip(socks, outputs, strict=True)]
        self._pids: list[int] = []
        self._cell = 0
        self._selector = selectors.DefaultSelector()
        self._selector.register(control, selectors.EVENT_READ, self._hear_cell)
        for rank in self._ranks:
            self._selector.register(rank.sock, selectors.EVENT_READ, rank)
            self._selector.register(rank.output, selectors.EVENT_READ, rank)
        self._referee = Referee(len(self._ranks))

    @property
    def size(self) -> int:
        return len(self._ranks)

    def load(self, limits: Limits) -> GroupRun:
        """Wait until every rank has imported the learner's files, or has failed to."""
        start = time.monotonic()
        event, message = self._pump(limits, lambda rank: rank.loaded is not None)
        failed = [r for r in self._ranks if r.loaded is None or r.loaded["kind"] != "loaded"]
        self.loaded = self.usable = event is Verdict.ACCEPTED and not failed
        runs = tuple(self._load_run(number) for number in range(self.size))
        return GroupRun(self.size, event, runs, message, (time.monotonic() - start) * 1e3)

    def run(
        self, request: Mapping[str, Any], arrays: Mapping[str, wire.Array], limits: Limits
    ) -> GroupRun:
        """Run one case on every rank; `request` says which drive with which parameters."""
        start = time.monotonic()
        self._referee = Referee(self.size)
        frame = wire.encode({"kind": "run", **request}, arrays)
        for number, rank in enumerate(self._ranks):
            rank.reset()
            self._queue(number, frame)
        event, message = self._pump(limits, lambda rank: rank.done is not None)
        stuck = event is not Verdict.ACCEPTED or any(
            r.done is None or r.exit is not None for r in self._ranks
        )
        self.usable = self.usable and not stuck
        runs = tuple(self._case_run(number) for number in range(self.size))
        return GroupRun(self.size, event, runs, message, (time.monotonic() - start) * 1e3)

    def close(self) -> None:
        """Kill every rank and all that descends from them."""
        self.usable = False
        self._selector.close()
        with contextlib.suppress(OSError):
            self._control.shutdown(socket.SHUT_WR)  # the cell kills the tree and leaves
            self._control.setblocking(True)
            while self._control.recv(1 << 16):
                pass
        self._control.close()
        for rank in self._ranks:
            rank.sock.close()
            os.close(rank.output)

    # the event loop

    def _pump(self, limits: Limits, ready: Any) -> tuple[Verdict, str]:
        """Serve the ranks until all are ready, one has died, or none can go on."""
        watch = _Watch(limits)
        while True:
            for key, mask in self._selector.select(_TICK_S):
                self._serve(key, mask, watch)
            if any(r.exit is not None or r.bad_frame for r in self._ranks):
                return Verdict.ACCEPTED, ""
            if all(ready(r) for r in self._ranks):
                return Verdict.ACCEPTED, ""
            if self._referee.event is not None:
                return self._referee.event.verdict, self._referee.event.message
            if any(r.printed > _MAX_OUTPUT for r in self._ranks):
                return Verdict.OUTPUT_LIMIT, ""
            if self._cell and (verdict := watch.exceeded(self._cell)):
                if verdict is Verdict.IDLE_LIMIT:
                    self._ask_for_stacks()
                return verdict, ""

    def _serve(self, key: selectors.SelectorKey, mask: int, watch: _Watch) -> None:
        if callable(key.data):
            key.data()
        elif key.fileobj == key.data.output:
            self._drain_output(key.data)
        else:
            number = self._ranks.index(key.data)
            if mask & selectors.EVENT_WRITE:
                self._flush(number)
            if mask & selectors.EVENT_READ:
                watch.heard()
                self._hear_rank(number)

    def _hear_cell(self) -> None:
        data = self._control.recv(1 << 16)
        if not data:  # the cell is dead, and so are its ranks
            self._selector.unregister(self._control)
            for rank in self._ranks:
                rank.exit = signal.SIGKILL if rank.exit is None else rank.exit
            return
        for message, _ in self._control_decoder.feed(data):
            if message["kind"] == "started":
                self._cell, self._pids = message["cell"], message["ranks"]
            else:
                number = message["rank"]
                self._hear_rank(number)  # its last words come first
                self._drain_output(self._ranks[number])
                self._ranks[number].exit = message["status"]
                self._referee.leave(number, "gone")

    def _hear_rank(self, number: int) -> None:
        rank = self._ranks[number]
        try:
            while data := rank.sock.recv(1 << 20):
                for message, arrays in rank.decoder.feed(data):
                    self._handle(number, message, arrays)
        except BlockingIOError:
            return
        except (WireError, KeyError, TypeError, ValueError, OverflowError) as error:
            rank.bad_frame = str(error)
        except ConnectionError:
            pass
        with contextlib.suppress(KeyError):  # closed: how it ended, the cell will tell
            self._selector.unregister(rank.sock)

    def _handle(self, number: int, message: Any, arrays: dict[str, wire.Array]) -> None:
        rank, kind = self._ranks[number], message["kind"]
        if kind == "issue":
            self._reply(self._referee.issue(_call(number, message, arrays)))
        elif kind == "wait":
            self._referee.wait(number, int(message["handle"]))
        elif kind in ("loaded", "unloadable"):
            rank.loaded = message
        elif kind in ("returned", "raised") and rank.done is None:
            rank.done = (message, arrays)
            self._referee.leave(number, kind, facts.place(message.get("where")))
        else:
            raise WireError(f"a rank said {kind!r}")

    def _reply(self, replies: list[Reply]) -> None:
        for number, handle, arrays in replies:
            named = {str(i): array for i, array in enumerate(arrays)}
            self._queue(number, wire.encode({"kind": "done", "handle": handle}, named))

    def _queue(self, number: int, data: bytes) -> None:
        self._ranks[number].queue += data
        self._flush(number)

    def _flush(self, number: int) -> None:
        rank = self._ranks[number]
        with contextlib.suppress(BlockingIOError, ConnectionError):
            while rank.queue:
                sent = rank.sock.send(memoryview(rank.queue)[: 1 << 20])
                del rank.queue[:sent]
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if rank.queue else 0)
        with contextlib.suppress(KeyError):
            if self._selector.get_key(rank.sock).events != wanted:
                self._selector.modify(rank.sock, wanted, rank)

    def _drain_output(self, rank: _Rank) -> None:
        with contextlib.suppress(BlockingIOError):
            while data := os.read(rank.output, 1 << 16):
                rank.printed += len(data)
                rank.tail = (rank.tail + data)[-_KEPT_OUTPUT:]
                if rank.printed > _MAX_OUTPUT:
                    return
            self._selector.unregister(rank.output)

    def _ask_for_stacks(self) -> None:
        """faulthandler prints where each rank is; the output is read once more."""
        for pid in self._pids:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGUSR1)
        deadline = time.monotonic() + 0.5
        while time.monotonic() < deadline:
            for key, _ in self._selector.select(_TICK_S):
                if not callable(key.data) and key.fileobj == key.data.output:
                    self._drain_output(key.data)

    # what happened, as records

    def _load_run(self, number: int) -> RankRun:
        rank = self._ranks[number]
        loaded = rank.loaded or {}
        missing = tuple(str(s) for s in loaded.get("missing", ()))
        raised = facts.raised(loaded["raised"]) if "raised" in loaded else None
        return RankRun(
            rank=number, status="raised" if raised else "returned" if loaded else self._end(rank),
            raised=raised, violations=missing, detail=facts.exit_detail(rank.exit),
            output=rank.tail.decode("utf-8", "replace"),
        )  # fmt: skip

    def _case_run(self, number: int) -> RankRun:
        rank, state = self._ranks[number], self._referee.ranks[number]
        message, arrays = rank.done or ({}, {})
        waits_in = self._referee.waits_in(number)
        output = rank.tail.decode("utf-8", "replace")
        stack = facts.stack_place(output) if rank.done is None and rank.exit is None else None
        left = () if rank.done is None else self._leftovers(number)
        return RankRun(
            rank=number,
            status=str(message.get("kind") or ("waits" if waits_in else self._end(rank))),
            values=facts.mapping(message.get("values")),
            arrays=arrays,
            raised=facts.raised(message["raised"]) if "raised" in message else None,
            violations=(*map(str, message.get("violations", ())), *left),
            collectives=tuple(state.calls),
            waits_in=waits_in,
            where=(waits_in.where if waits_in else None) or facts.place(message.get("where")) or stack,
            detail=rank.bad_frame or facts.exit_detail(rank.exit),
            output=output,
        )

    def _leftovers(self, number: int) -> tuple[str, ...]:
        return tuple(
            f"The code never waited for {call.what}."
            for call in self._referee.leftovers(number)
            if call.what.op != "destroy"
        )

    def _end(self, rank: _Rank) -> str:
        return "running" if rank.exit is None else "exited"


class _Watch:
    """Limits on one case: CPU and memory over the process tree, and silence."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._start: processes.Usage | None = None
        self._last_cpu = 0.0
        self._next = time.monotonic() + 2 * _TICK_S
        self._busy = time.monotonic()

    def heard(self) -> None:
        self._busy = time.monotonic()

    def exceeded(self, cell: int) -> Verdict | None:
        now = time.monotonic()
        if now < self._next:
            return None
        self._next = now + _TICK_S
        used = processes.usage(cell)
        self._start = self._start or used
        if used.cpu_s > self._last_cpu + 0.015:
            self._last_cpu, self._busy = used.cpu_s, now
        if used.cpu_s - self._start.cpu_s > self._limits.cpu_s:
            return Verdict.TIME_LIMIT
        if used.private_mb - self._start.private_mb > self._limits.memory_mb:
            return Verdict.MEMORY_LIMIT
        return Verdict.IDLE_LIMIT if now - self._busy > self._limits.idle_s else None


def _call(number: int, message: Mapping[str, Any], arrays: dict[str, wire.Array]) -> Call:
    """What a rank says it calls. Raises on anything that is not of the form."""
    shape = tuple(int(n) for n in message["shape"])
    dtype = str(message["dtype"])
    sizes = [len(a.data) for a in arrays.values()]
    what = Collective(
        op=str(message["op"]),
        group=tuple(int(r) for r in message["group"]),
        shape=shape,
        dtype=dtype,
        num_bytes=sizes[0] if sizes else 0,
        reduce_op=str(message["reduce_op"]),
        root=None if message["root"] is None else int(message["root"]),
        where=facts.place(message["where"]),
        number=int(message["handle"]),
        detail=str(message.get("detail", "")),
    )
    return Call(
        rank=number,
        handle=int(message["handle"]),
        what=what,
        arrays=tuple(arrays.values()),
        tag=int(message.get("tag", 0)),
        group_name=str(message["group_name"]),
        expects=tuple(int(n) for n in message.get("expects", ())),
    )
