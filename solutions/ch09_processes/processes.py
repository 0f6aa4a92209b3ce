"""Starts the ranks, passes method calls to them, and leaves nothing behind.

The caller's process is the driver and holds no rank. A call goes from it to rank 0 through a pipe,
from rank 0 to the others over the control group, and all run it in lockstep; rank 0's result comes
back. The ranks meet in a file of a fresh directory, so there is no port to collide over. One
machine only: on several, let torchrun start the ranks and use `lockstep` alone.
"""

import contextlib
import multiprocessing
import os
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import wait
from multiprocessing.context import BaseContext

from .pipes import Pipes, starting
from .rank_errors import EXIT_NO_GUARD, Failure, RankError, death_of
from .rank_process import RankPlan, rank_main

POLL_S = 1.0  # how often a waiting driver looks for dead ranks that closed nothing
GRACE_S = 2.0  # how long a failed rank's peers may take to tell their own error
CLOSE_S = 5.0  # how long idle ranks may take to leave


def meeting_place(directory: str) -> str:
    """The init_method with which the ranks of one engine find each other.

    directory is a new, empty one that this engine alone has. Another engine on the same machine,
    started at the same moment, must not get in the way.
    """
    return f"file://{directory}/store"


def leave_if_importing() -> None:
    """End this process with the code EXIT_NO_GUARD, when it is a rank that imports its script.

    A rank that is spawned imports the script again. Without a main guard the script then starts
    ranks once more, in a rank. By this code the driver knows, and names the guard: see death_of in
    rank_errors. During that import multiprocessing.current_process()._inheriting is True; in other
    processes it is False, or there is no such attribute.
    """
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        os._exit(EXIT_NO_GUARD)


class RankProcesses:
    """`size` child processes, each of which holds one rank, and the way to call them.

    target(group, *args) builds the object whose methods are called, on every rank. When a rank
    fails (it raises, exits or is killed), all are ended within seconds and the call raises that
    rank's own error, its traceback as the cause. After that, and after close, calls raise
    RankError. May be used from several threads; calls take turns.

    with RankProcesses(Runner, 2) as ranks:
        ranks.call("add", 1, 2)
    """

    def __init__(
        self,
        target: Callable,
        size: int,
        ctx: str = "spawn",
        args: tuple = (),
        backend: str | None = None,
        plugin: str = "torch",
        timeout: float = 1800.0,
    ):
        """Start the ranks and wait until every one has built its runner.

        ctx: "spawn", "fork" or "forkserver"; except under "fork", target and args are pickled.
        backend, plugin, timeout: see init_distributed and choose_group of chapter 8.
        Raises ValueError for a size below 1, RuntimeError when a script lacks its main guard.
        """
        if size < 1:
            raise ValueError(f"the number of ranks must be at least 1, got {size}")
        leave_if_importing()
        self._lock = threading.Lock()
        self._ending = threading.Lock()
        self._ended = False
        self._processes = []
        self._directory = tempfile.TemporaryDirectory(prefix="ranks-", ignore_cleanup_errors=True)
        meeting = meeting_place(self._directory.name)
        in_main = threading.current_thread() is threading.main_thread()
        plan = RankPlan(target, args, size, ctx, meeting, backend, plugin, timeout, in_main)
        context = multiprocessing.get_context(ctx)
        self._pipes = Pipes(context, size)
        with self._exchange():
            with starting(self._pipes, ctx):
                self._start(plan, context)
            for _ in range(size):
                self._receive()  # "ready"

    def _start(self, plan: RankPlan, context: BaseContext) -> None:
        """Start a daemon process of this context for each rank, and keep it in self._processes.

        In order of rank. Each runs rank_main(plan, rank, connection, lifeline, inherited), see
        rank_process: connection and lifeline are its ends of self._pipes. With plan.ctx "fork" a
        process inherits all that is open here: inherited are the ends that are not its own. Else
        nothing comes with it, and inherited is [].
        """
        for rank in range(plan.size):
            inherited = self._pipes.not_of(rank) if plan.ctx == "fork" else []
            ends = (self._pipes.theirs[rank], self._pipes.lifeline, inherited)
            process = context.Process(target=rank_main, args=(plan, rank, *ends), daemon=True)
            process.start()
            self._processes.append(process)

    def call(self, method: str, *args: object) -> object:
        """Run runner.method(*args) on every rank at once; return rank 0's result."""
        with self._exchange():
            self._send(("call", method, args))
            return self._receive()[1]

    def stream(self, method: str, *args: object) -> Iterator:
        """As call, for a method that is a generator: yield rank 0's items as they arrive."""
        with self._exchange():
            self._send(("stream", method, args))
            items = self._items()
            for item in items:
                try:
                    yield item
                except GeneratorExit:  # the reader stops early, but the ranks do not
                    deque(() if self._ended else items, maxlen=0)
                    return

    def close(self) -> None:
        """End all ranks and remove what they used. May be called again, from any thread.

        Idle ranks are asked to leave, and have CLOSE_S to do so. Ranks that are busy with a call,
        self._lock being held, cannot hear: they are ended at once.
        """
        if not self._ended and self._lock.acquire(blocking=False):
            self._send(None)  # rank 0 passes it on
            deadline = time.monotonic() + CLOSE_S
            for process in self._processes:
                process.join(max(0.0, deadline - time.monotonic()))
            self._lock.release()
        self._end()

    def __enter__(self) -> "RankProcesses":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @contextlib.contextmanager
    def _exchange(self) -> Iterator[None]:
        """One call at a time. What interrupts it leaves the ranks out of step, so it ends them."""
        with self._lock:
            if self._ended:
                raise RankError("the ranks have ended")
            try:
                yield
            except BaseException as error:
                was_closed = self._ended
                self._end()
                if was_closed and isinstance(error, Exception):
                    raise RankError("the ranks were closed during a call") from None
                raise

    def _send(self, message: tuple | None) -> None:
        with contextlib.suppress(ConnectionError):  # a dead rank 0: _receive tells why
            self._pipes.ours[0].send(message)

    def _items(self) -> Iterator:
        while (message := self._receive())[0] == "item":
            yield message[1]

    def _receive(self) -> tuple[str, object]:
        """The next message of any rank, (kind, value); raises the error of a rank that failed."""
        while True:
            self._wait(range(len(self._processes)))
            for rank in range(len(self._processes)):
                message = self._poll(rank)
                if message and message[0] == "failed":
                    self._first_cause(message[1]).throw()
                if message:
                    return message

    def _wait(self, ranks: Iterable[int], limit: float = POLL_S) -> None:
        """Wait until one of the ranks has sent something or ended, or the limit is over."""
        pipes = [self._pipes.ours[rank] for rank in ranks]
        wait([*pipes, *(self._processes[rank].sentinel for rank in ranks)], limit)

    def _poll(self, rank: int) -> tuple[str, object] | None:
        """What a rank has sent, if anything; ("failed", Failure) when it is dead."""
        process = self._processes[rank]
        is_dead = not process.is_alive()  # asked first: then what it sent last is in the pipe
        try:
            if self._pipes.ours[rank].poll():
                return self._pipes.ours[rank].recv()
        except (EOFError, ConnectionError):
            process.join(POLL_S)
            is_dead = True
        return ("failed", death_of(rank, process.exitcode)) if is_dead else None

    def _first_cause(self, failure: Failure) -> Failure:
        """The failure that is no consequence of another, if one is told within GRACE_S.

        failure: what was heard first. When a rank fails, its peers' collectives fail too, and may
        be heard sooner. The others are listened to with self._wait and self._poll: a rank that has
        reported reads as dead afterwards. Without another cause, failure itself.
        """
        others = set(range(len(self._processes))) - {failure.rank}
        deadline = time.monotonic() + GRACE_S
        while failure.is_consequence and others and (left := deadline - time.monotonic()) > 0:
            self._wait(others, left)
            for rank in sorted(others):
                message = self._poll(rank)
                if message and message[0] == "failed":
                    others.remove(rank)
                    if not message[1].is_consequence:
                        return message[1]
        return failure

    def _end(self) -> None:
        """Kill what still runs, and remove what the ranks used: nothing of them stays behind.

        No process, not even one that is dead and waits to be joined, no open pipe end, no
        directory. self._ended is True from the beginning. May be called again, and by two threads
        at once: self._ending is the lock for that.
        """
        self._ended = True
        with self._ending:
            for process in self._processes:
                process.kill()
            for process in self._processes:
                process.join()
            self._pipes.close()
            self._directory.cleanup()
