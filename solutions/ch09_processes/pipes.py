"""The pipes between the driver and its ranks, and the care that starting processes takes.

Each rank has a pipe to the driver. One more, the lifeline, carries nothing: it ends when the driver
does. What the ranks say on their pipes is `rank_process`.
"""

import contextlib
import signal
from collections.abc import Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext

from .rank_errors import NO_GUARD


class Pipes:
    """Both ends of every pipe, for `size` ranks.

    Attributes: ours, theirs: lists by rank, the driver's end and the rank's; lifeline: the end that
    every rank watches.
    """

    def __init__(self, context: BaseContext, size: int):
        self.lifeline, self._held = context.Pipe(duplex=False)
        pairs = [context.Pipe() for _ in range(size)]
        self.ours = [ours for ours, _ in pairs]
        self.theirs = [theirs for _, theirs in pairs]

    def not_of(self, rank: int) -> list[Connection]:
        """The ends that are not this rank's: it must not keep them open."""
        theirs = [end for other, end in enumerate(self.theirs) if other != rank]
        return [*self.ours, self._held, *theirs]

    def close_theirs(self) -> None:
        """Close the ranks' ends here: kept open, a dead rank's would never read as closed."""
        for end in (self.lifeline, *self.theirs):
            end.close()

    def close(self) -> None:
        """Close the driver's ends."""
        for end in (*self.ours, self._held):
            end.close()


@contextlib.contextmanager
def starting(pipes: Pipes, ctx: str) -> Iterator[None]:
    """Around the start of all processes: no Ctrl-C reaches a rank before it can ignore it.

    Raises RuntimeError when a script lacks its main guard.
    """
    if ctx != "fork":
        resource_tracker.ensure_running()  # or the first start would, and unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # inherited by ranks
    try:
        yield
    except (EOFError, ConnectionError):  # the fork server died: it imports the script too
        raise RuntimeError(NO_GUARD) from None
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        pipes.close_theirs()
