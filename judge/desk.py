"""What every command is given: where its lines go, and how to start grading."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from .output import Output

if TYPE_CHECKING:
    from .grade import Options
    from .records import CaseReport, Problem, Report, Submission


class Grader(Protocol):
    """What the commands need of `grade.Session`."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
        /,
    ) -> None: ...
    def grade(
        self,
        problem: Problem,
        submission: Submission,
        options: Options,
        on_case: Callable[[CaseReport], None] = ...,
    ) -> Report: ...
    def diagnose(self, report: Report) -> Report: ...


@dataclass(frozen=True)
class Desk:
    """stdout has the result, stderr what is going on."""

    out: Output
    err: Output
    open_session: Callable[[], Grader]
