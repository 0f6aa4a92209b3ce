"""One side of a comparison: a process of its own that answers requests, and is stopped in between.

What is not in turn must not run: a peer that spins while it waits for work would slow the others
down. So all processes of a side are stopped by a signal between its turns. `Side` is the half that
asks; `answer_requests` is the other half, in the programs of sides/.
"""

import contextlib
import json
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from paired import BENCH, OUT

ERROR = re.compile(r"(.*\bpid=\d+\)|\[rank\d+\]:)?\s*(.*ERROR.*\] )?[\w.]*(Error|Exception): ")
POLL_S = 1.0  # how often a side that is silent is looked after
MARK = "answer: "  # peers print what they like; these lines are ours


class Side:
    """A program of sides/ that runs until it is closed; `with` waits until it is ready.

    Raises RuntimeError with the end of what it wrote on stderr when it does not answer.
    """

    def __init__(self, name: str, command: Sequence[str | Path], **environment: str):
        self.name = name
        self.log = OUT / "logs" / f"{name}.txt"
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.log.unlink(missing_ok=True)
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [str(word) for word in command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=os.environ | environment,
                cwd=BENCH,
            )

    def __enter__(self) -> "Side":
        try:
            self._answer()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def ask(self, **request: object) -> dict:
        """Its answer to one request."""
        self._signal(signal.SIGCONT)
        with contextlib.suppress(BrokenPipeError):  # dead: its log tells why
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
        return self._answer()

    def close(self) -> None:
        """End it and all that it started."""
        family = descendants(self.process.pid)
        self._signal(signal.SIGCONT)
        self.process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        self.process.kill()
        self.process.wait()
        for pid in family:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _answer(self) -> dict:
        for line in self._lines():
            if line.startswith(MARK):
                self._signal(signal.SIGSTOP)
                return json.loads(line.removeprefix(MARK))
            with self.log.open("a") as log:
                log.write(line + "\n")
        raise RuntimeError(self.last_words())

    def _lines(self) -> Iterator[str]:
        """What it prints, until it has ended; its children may hold the pipe open for longer."""
        pipe, unread = self.process.stdout.fileno(), b""
        while select.select([pipe], [], [], POLL_S)[0] or self.process.poll() is None:
            if not select.select([pipe], [], [], 0)[0]:
                continue
            if not (data := os.read(pipe, 1 << 16)):
                return
            *lines, unread = (unread + data).split(b"\n")
            yield from (line.decode(errors="replace") for line in lines)

    def _signal(self, number: int) -> None:
        for pid in [self.process.pid, *descendants(self.process.pid)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def last_words(self) -> str:
        """The last error that its log tells, or else the last lines."""
        lines = [line for line in self.log.read_text(errors="replace").splitlines() if line.strip()]
        errors = [line for line in lines if ERROR.match(line)]
        return "\n".join(errors[:1] or lines[-5:])


def descendants(pid: int) -> list[int]:
    """The processes that this one started, and those that they did."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in map(int, task.read_text().split()):
                found += [child, *descendants(child)]
    return found


def answer_requests(answer: Callable[..., dict]) -> None:
    """Say that this side is ready, then answer each request until there are no more."""
    print(MARK + "{}", flush=True)
    for line in sys.stdin:
        print(MARK + json.dumps(answer(**json.loads(line))), flush=True)
