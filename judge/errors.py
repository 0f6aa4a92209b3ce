"""One exception tree: who is at fault decides the exit code and the wording."""

from __future__ import annotations


class JudgeException(Exception):
    """Base of all. `exit_code` is what the command returns."""

    exit_code = 4


class UsageError(JudgeException):
    """The command line, an id or a path is wrong: one line that says what to do."""

    exit_code = 2


class MachineUnfit(JudgeException):
    """The machine cannot run ranks now (no processes, no memory, no template)."""

    exit_code = 3


class JudgeError(JudgeException):
    """The judge itself failed. Never the learner's fault, never counted."""

    exit_code = 4


class WireError(JudgeException):
    """A message between processes broke the format; the sender is at fault."""
