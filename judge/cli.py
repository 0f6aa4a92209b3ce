"""The command: what was asked for, carried out, as lines and an exit code.

Whose fault a failure is decides the code: 0 accepted, 1 failed, 5 not started, 2 usage, 3 machine,
4 judge, 130 interrupted. stdout has the result, stderr the rest.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Sequence
from typing import TextIO

from . import command_line
from .command_line import CommandLine
from .desk import Desk, Grader
from .errors import MachineUnfit, UsageError
from .i18n import _
from .output import Output, screen_of, wants_colour

INTERRUPTED = 130
_OF_THE_MACHINE = (
    errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN
)  # fmt: skip


def main(
    arguments: Sequence[str] | None = None, open_session: Callable[[], Grader] | None = None
) -> int:
    """Carry out a command line and return its exit code. Nothing is raised."""
    if arguments is None:
        arguments = sys.argv[1:]
    err = Output(sys.stderr, screen_of(sys.stderr, os.environ))
    try:
        line = command_line.parse(arguments)
        desk = Desk(_output(sys.stdout, line), _output(sys.stderr, line), open_session or _session)
        return _run(line, desk)
    except UsageError as error:
        err.lines([str(error)])  # one line: a command in it can be pasted
        return error.exit_code
    except MachineUnfit as error:
        return _machine_unfit(str(error), err)
    except KeyboardInterrupt:
        err.lines(["", _("Stopped. What was graded so far is kept.")])
        return INTERRUPTED
    except Exception as error:  # whatever it is, it is not the learner's
        if isinstance(error, OSError) and error.errno in _OF_THE_MACHINE:
            name = error.filename2 or error.filename
            where = f": {name}" if name else ""
            return _machine_unfit(f"{error.strerror}{where}.", err)
        return _judge_fault(error, err)


def _run(line: CommandLine, desk: Desk) -> int:
    """Each verb loads what it needs."""
    match line.verb:
        case "help":
            desk.out.lines(command_line.usage().splitlines())
            return 0 if line.asked else UsageError.exit_code
        case "grade":
            from . import grading

            return grading.run(line, desk)
        case "check":
            from . import check

            return check.run(line, desk)
        case "watch":
            from . import watch

            return watch.run(line, desk)
        case "trace":
            from . import tracing

            return tracing.run(line, desk)
        case "doctor":
            from . import doctor

            return doctor.run(line, desk)
        case "verify":
            from . import verify_all

            return verify_all.run(line, desk)
        case "hint":
            from . import hints

            return hints.run(line, desk)
        case "solution" | "reset":
            from . import reveal

            act = reveal.show_solution if line.verb == "solution" else reveal.start_over
            return act(line, desk)
        case "show" if "." in line.problem:
            from . import reveal

            return reveal.show_task(line, desk)
        case _:
            from . import course

            desk.out.lines(course.page(line.verb, line.problem, desk.out.screen))
            return 0


def _machine_unfit(what: str, err: Output) -> int:
    from .render import terminal

    err.lines(terminal.machine_unfit(what, err.screen))
    return MachineUnfit.exit_code


def _judge_fault(error: Exception, err: Output) -> int:
    from . import fault
    from .render import terminal

    err.lines(terminal.judge_fault(fault.one_line(error), err.screen, fault.keep(error)))
    return fault.EXIT_CODE


def _output(stream: TextIO, line: CommandLine) -> Output:
    coloured = wants_colour(stream, os.environ, line.color)
    return Output(stream, screen_of(stream, os.environ), coloured)


def _session() -> Grader:
    """Loaded only where something is graded; numpy and the rest while another imports torch."""
    from .template_process import TemplateProcess

    process = TemplateProcess()
    try:
        from .grade import Session

        return Session(process)
    except BaseException:  # Ctrl-C comes at any moment
        process.close()
        raise
