"""One rank group as the judge sees it: sends cases, serves collectives, watches the limits.

Facts only. Which verdict a set of facts deserves is decided in verdict.py.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import selectors
import signal
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from . import facts, interrupt, processes, wire
from .errors import JudgeError, MachineUnfit, WireError
from .limits import TICK_S, Watch
from .rank_end import MALFORMED, MAX_OUTPUT, MAX_UNREAD, RankEnd
from .records import GroupRun, Limits, Place, RankRun, Verdict
from .referee import Referee, Reply

_START_S = 30.0  # to fork a group; it takes 20 ms
_STACK_S = 0.5  # for the ranks to print where they are
_LEAVE_S = 2.0  # for a group to kill itself, before the judge does it
_UNFIT = "it cannot start these ranks. {why}."

Request = tuple[Mapping[str, Any], Mapping[str, wire.Array]]


class RankGroup:
    """`load()`, then `run()` for each case, until `usable` is false; then `close()`."""

    def __init__(
        self,
        control: socket.socket,
        ends: list[tuple[socket.socket, int]],
        scratch: Path,
        locate: facts.Locate,
        sweep: Callable[[int], None],
        idle_mb: float,
    ) -> None:
        self.usable, self.loaded, self._anew = True, False, False
        self._scratch, self._locate = scratch, locate
        self._sweep, self._idle_mb = sweep, idle_mb
        self._control, self._control_decoder = control, wire.Decoder()
        self._ranks = [RankEnd(*end) for end in ends]
        self._pids: list[int] = []
        self._cell = 0
        self.layers: tuple[str, ...] = ()  # of isolation, in force around these ranks
        self._referee = Referee(len(self._ranks))
        self._selector = selectors.DefaultSelector()
        self._selector.register(control, selectors.EVENT_READ)
        for rank in self._ranks:
            for end in (rank.sock, rank.output):
                self._selector.register(end, selectors.EVENT_READ, rank)

    @property
    def size(self) -> int:
        return len(self._ranks)

    def load(self, limits: Limits) -> GroupRun:
        """Wait until every rank has imported the learner's files, or has failed to."""
        start = time.monotonic()
        for rank in self._ranks if self._anew else ():
            rank.loaded = None
            self._queue(rank, wire.encode({"kind": "load"}))
        event, message = self._pump(limits, lambda rank: rank.loaded is not None)
        failed = any(r.loaded is None or r.loaded.raised is not None for r in self._ranks)
        self.loaded = self.usable = event is Verdict.ACCEPTED and not failed
        runs = tuple(self._load_run(number) for number in range(self.size))
        return GroupRun(self.size, event, runs, message, (time.monotonic() - start) * 1e3)

    def outdate(self) -> None:
        """The files have changed: the next `load()` has the ranks import them anew."""
        self.loaded, self._anew = False, True

    def run(self, requests: Sequence[Request], limits: Limits) -> GroupRun:
        """Run one case; each rank's request says which drive, with which parameters and arrays."""
        start = time.monotonic()
        self._referee = Referee(self.size)
        for rank, (request, arrays) in zip(self._ranks, requests, strict=True):
            token = secrets.token_hex(8)  # each its own: none can answer for another
            rank.begin(token)
            self._queue(rank, wire.encode({"kind": "run", "token": token, **request}, arrays))
        event, message = self._pump(limits, lambda rank: rank.ending is not None)
        runs = tuple(self._case_run(number) for number in range(self.size))
        finished = all(run.status in ("returned", "raised") for run in runs)
        self.usable = self.usable and finished and event is Verdict.ACCEPTED
        return GroupRun(self.size, event, runs, message, (time.monotonic() - start) * 1e3)

    def hang_up(self) -> None:
        """The cell kills its tree and exits, unless the learner's code has stopped it."""
        with contextlib.suppress(OSError):
            self._control.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Kill every rank and all that descends from them."""
        in_order, self.usable = self.usable, False
        self._selector.close()
        if not self._cell_leaves() and self._cell:
            processes.kill_tree(self._cell)
            processes.kill([self._cell])
        if not in_order:  # the cell may have been killed, which looks as if it had left
            self._sweep(self._cell)
        self._control.close()
        for rank in self._ranks:
            rank.close()
        processes.remove_tree(self._scratch)

    def _cell_leaves(self) -> bool:
        """Whether it does once the judge has hung up."""
        end = time.monotonic() + _LEAVE_S
        self.hang_up()
        with contextlib.suppress(OSError):
            while (left := end - time.monotonic()) > 0:
                self._control.settimeout(left)
                if not self._control.recv(1 << 16):
                    return True
        return False

    def _pump(self, limits: Limits, ready: Callable[[RankEnd], bool]) -> tuple[Verdict, str]:
        """Serve the ranks until all are ready, one has died, or none can go on."""
        watch = Watch(limits, self._scratch, self._idle_mb)
        while True:
            for key, mask in self._selector.select(TICK_S):
                self._serve(key, mask, watch)
            interrupt.check()
            if any(r.exit is not None or r.bad_frame for r in self._ranks):
                return Verdict.ACCEPTED, ""
            if all(ready(r) for r in self._ranks):
                return Verdict.ACCEPTED, ""
            if event := self._referee.event:
                return event.verdict, event.message
            if any(r.printed > MAX_OUTPUT for r in self._ranks):
                return Verdict.OUTPUT_LIMIT, ""
            if any(len(r.queue) > MAX_UNREAD for r in self._ranks):
                return Verdict.MEMORY_LIMIT, ""
            if exceeded := self._exceeded(watch):
                return exceeded

    def _exceeded(self, watch: Watch) -> tuple[Verdict, str] | None:
        if not self._cell:
            if watch.age_s > _START_S:
                raise JudgeError("The rank template does not answer.")
            return None
        exceeded = watch.exceeded(self._cell)
        if exceeded and exceeded[0] in (Verdict.IDLE_LIMIT, Verdict.TIME_LIMIT):
            self._ask_for_stacks()
        return exceeded

    def _serve(self, key: selectors.SelectorKey, mask: int, watch: Watch) -> None:
        rank: RankEnd | None = key.data
        if rank is None:
            self._hear_cell()
        elif key.fileobj == rank.output:
            self._drain(rank)
        else:
            if mask & selectors.EVENT_WRITE:
                self._flush(rank)
            if mask & selectors.EVENT_READ:
                watch.heard()
                self._hear(rank)

    def _hear_cell(self) -> None:
        with contextlib.suppress(ConnectionError, *MALFORMED):  # or something else talks for it
            if data := self._control.recv(1 << 16):
                for message, _ in self._control_decoder.feed(data):
                    self._heed_cell(message)
                return
        self._selector.unregister(self._control)  # the cell is dead, and so are its ranks
        for rank in self._ranks:
            rank.exit = signal.SIGKILL if rank.exit is None else rank.exit

    def _heed_cell(self, message: Any) -> None:
        if message["kind"] == "started" and not self._cell:
            cell, self._pids = int(message["cell"]), [int(pid) for pid in message["ranks"]]
            if min([cell, *self._pids]) <= 1:  # to kill those would be to kill others
                raise WireError("these are no processes of a cell")
            self._cell, self.layers = cell, ("L0", *map(str, message["layers"]))
        elif message["kind"] == "unfit":
            raise MachineUnfit(_UNFIT.format(why=message["why"]))
        else:
            self._note_exit(int(message["rank"]), int(message["status"]))

    def _note_exit(self, number: int, status: int) -> None:
        rank = self._ranks[number]
        self._hear(rank)  # its last words come first
        self._drain(rank)
        rank.exit = status
        self._referee.leave(number, "gone")

    def _hear(self, rank: RankEnd) -> None:
        number = self._ranks.index(rank)
        if not rank.hear(lambda message, arrays: self._handle(number, message, arrays)):
            with contextlib.suppress(KeyError):  # how it ended, the cell will tell
                self._selector.unregister(rank.sock)

    def _drain(self, rank: RankEnd) -> None:
        if not rank.drain():
            with contextlib.suppress(KeyError):
                self._selector.unregister(rank.output)

    def _handle(self, number: int, message: Any, arrays: dict[str, wire.Array]) -> None:
        rank, kind = self._ranks[number], message["kind"]
        if kind == "issue":
            place_in_case = len(self._referee.ranks[number].calls) + 1
            call = facts.call(number, place_in_case, message, arrays, self._locate)
            self._reply(self._referee.issue(call))
        elif kind == "wait":
            self._referee.wait(number, int(message["handle"]))
        elif kind in ("loaded", "unloadable") and rank.loaded is None:
            rank.loaded = facts.loading(message, self._locate)
        elif kind in ("returned", "raised") and rank.token and message["token"] == rank.token:
            rank.token = ""
            rank.ending = facts.ending(message, arrays, self._locate)
            self._referee.leave(number, kind, rank.ending.where)
        else:
            raise WireError("a rank said what it was not asked")

    def _reply(self, replies: list[Reply]) -> None:
        for number, handle, arrays in replies:
            named = {str(i): array for i, array in enumerate(arrays)}
            self._queue(self._ranks[number], wire.encode({"handle": handle}, named))

    def _queue(self, rank: RankEnd, data: bytes) -> None:
        rank.queue += data
        self._flush(rank)

    def _flush(self, rank: RankEnd) -> None:
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if rank.flush() else 0)
        with contextlib.suppress(KeyError):
            if self._selector.get_key(rank.sock).events != wanted:
                self._selector.modify(rank.sock, wanted, rank)

    def _ask_for_stacks(self) -> None:
        """faulthandler prints where each rank is; a rank that is stopped does not answer."""
        try:
            for pid in self._pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGUSR1)
        except PermissionError:  # strangers' ranks: their cell may
            with contextlib.suppress(OSError):
                os.kill(self._cell, signal.SIGUSR1)
        deadline = time.monotonic() + _STACK_S
        while time.monotonic() < deadline and not all(facts.has_stack(r.text) for r in self._ranks):
            for key, _ in self._selector.select(TICK_S):
                if key.data is not None and key.fileobj == key.data.output:
                    self._drain(key.data)

    def _load_run(self, number: int) -> RankRun:
        rank = self._ranks[number]
        loaded = rank.loaded or facts.Loading()
        status = "raised" if loaded.raised else "returned" if rank.loaded else rank.end
        return RankRun(
            rank=number,
            status=status,
            raised=loaded.raised,
            violations=loaded.missing,
            where=None if rank.loaded else self._stack_place(rank),
            detail=rank.bad_frame or facts.exit_detail(rank.exit),
            output=facts.printed(rank.text),
        )

    def _case_run(self, number: int) -> RankRun:
        rank, ending = self._ranks[number], self._ranks[number].ending
        waits_in = self._referee.waits_in(number)
        run = RankRun(
            rank=number,
            status=rank.end,
            collectives=tuple(self._referee.ranks[number].calls),
            waits_in=waits_in,
            where=waits_in.where if waits_in else self._stack_place(rank),
            detail=rank.bad_frame or facts.exit_detail(rank.exit),
            output=facts.printed(rank.text),
        )
        if run.status != "running":
            return run
        if ending is None:
            return replace(run, status="waits" if waits_in else "running")
        return replace(
            run,
            status=ending.kind,
            values=ending.values,
            arrays=ending.arrays,
            raised=ending.raised,
            violations=(*ending.violations, *self._referee.leftovers(number)),
            where=ending.where,
        )

    def _stack_place(self, rank: RankEnd) -> Place | None:
        """Where faulthandler saw it last: asked for at a limit, or by itself in a crash."""
        return self._locate(facts.stack_place(rank.text))
