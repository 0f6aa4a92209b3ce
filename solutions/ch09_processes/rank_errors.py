"""What went wrong on a rank, in a form that the driver can raise.

When one rank fails, its peers fail too: their collectives report a closed connection, or, where
they share memory, raise a ConnectionError. Such an error is a consequence. The driver raises it
only when no rank has an error of its own.
"""

import os
import pickle
import re
import signal
import traceback
from dataclasses import dataclass

EXIT_NO_GUARD = 83
NO_GUARD = (
    'start the ranks under `if __name__ == "__main__":` in your script: every rank imports the '
    "script again, and would start ranks of its own"
)


class RankError(RuntimeError):
    """A rank died without a word, or raised an exception that cannot be sent to the driver."""


class RankTraceback(Exception):
    """The cause of an error raised in the driver: the traceback as it was on the rank."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


@dataclass(frozen=True)
class Failure:
    """How one rank failed. text is its traceback, empty when it died without one."""

    rank: int
    error: Exception
    text: str = ""
    is_consequence: bool = False

    def throw(self) -> None:
        """Raise the rank's error here, with the rank's traceback as its cause."""
        if not self.text:
            raise self.error
        self.error.add_note(f"(raised on rank {self.rank})")
        raise self.error from RankTraceback(self.text)


def failure_of(rank: int, error: BaseException) -> Failure:
    """Describe an exception that ended this rank."""
    text = "".join(traceback.format_exception(error))
    if broken := broken_collective(error):
        return Failure(rank, RankError(f"rank {rank} {broken}"), text, is_consequence=True)
    return Failure(rank, sendable(error), text, isinstance(error, ConnectionError))


def broken_collective(error: BaseException) -> str | None:
    """What torch.distributed was waiting for when it raised this; None for any other error.

    "waited 8 s in all_reduce and heard nothing from another rank: …"
    """
    frames = traceback.extract_tb(error.__traceback__)
    inside = [f for f in frames if os.path.join("torch", "distributed", "") in f.filename]
    if not inside or frames[-1] not in inside:
        return None
    # Above it there are only wrappers, below it what it is made of.
    called = next((f.name for f in inside if "distributed_c10d" in f.filename), inside[-1].name)
    if limit := re.search(r"(\d+) ?(ms|seconds)", str(error)):
        waited = int(limit[1]) / (1000 if limit[2] == "ms" else 1)
        return (
            f"waited {waited:g} s in {called} and heard nothing from another rank: it is stuck, "
            "its host or the network is down, or the time-out is too short"
        )
    reason = re.sub(r"\[\S*:\d+\] *", "", str(error)).split("\n")[0]
    return f"lost another rank in {called}, which has ended or is out of reach: {reason}"


def sendable(error: BaseException) -> Exception:
    """The exception itself, if it survives a pipe and may be raised elsewhere; else a RankError."""
    try:
        if isinstance(error, Exception) and type(pickle.loads(pickle.dumps(error))) is type(error):
            return error
    except Exception:  # a class of the user's may fail in any way
        pass
    return RankError(f"{type(error).__name__}: {error}")


def death_of(rank: int, exitcode: int | None) -> Failure:
    """Describe a rank that ended without sending its error."""
    if exitcode == EXIT_NO_GUARD:
        return Failure(rank, RuntimeError(NO_GUARD))
    if exitcode is not None and exitcode < 0:
        return Failure(rank, RankError(f"rank {rank} was killed by {signal_name(-exitcode)}"))
    return Failure(rank, RankError(f"rank {rank} exited with code {exitcode}"))


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
