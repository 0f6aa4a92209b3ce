"""Frozen records that cross module boundaries. Ranks' arrays are `wire.Array`, ours are numpy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np

    from .blocks import Compared
    from .trace import Trace
    from .wire import Array

MAX_SENT = 3 << 20  # bytes of `sent` in all collectives of a rank in one case
Json: TypeAlias = Any  # None, bool, int, float, str, list or dict of the same


class Verdict(StrEnum):
    """Every word a report may use. The last two are for a case only."""

    ACCEPTED = "accepted"
    WRONG_ANSWER = "wrong_answer"
    CONTRACT_VIOLATION = "contract_violation"
    NOT_STARTED = "not_started"
    IMPORT_ERROR = "import_error"
    RUNTIME_ERROR = "runtime_error"
    TIME_LIMIT = "time_limit"
    IDLE_LIMIT = "idle_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    DEADLOCK = "deadlock"
    COLLECTIVE_MISMATCH = "collective_mismatch"
    TAMPERING = "tampering"
    INTERRUPTED = "interrupted"
    JUDGE_ERROR = "judge_error"
    SKIPPED = "skipped"
    TIE = "tie"


@dataclass(frozen=True)
class Task:
    """One gap in a stub: `names` are the qualified functions whose bodies the learner writes."""

    id: str  # "ch02.4", "p199.1"
    title: str  # "row forward"
    file: str  # "linear.py", relative to the problem's folder
    names: tuple[str, ...]  # "RowParallelLinear.forward", "divide"


@dataclass(frozen=True)
class Limits:
    """For one case on one rank group, summed over its ranks."""

    cpu_s: float = 10.0
    idle_s: float = 10.0  # no rank used CPU and the referee heard nothing
    memory_mb: int = 2048  # above what a rank holds when it starts


@dataclass(frozen=True)
class Problem:
    """One thing that can be graded, as the catalogue has it."""

    id: str  # "ch02", "p199"
    number: int  # 2, 199: frozen
    title: str
    folder: str  # "ch02_linear" or, for practice, "199_shard_tensor"
    files: tuple[str, ...]  # what the learner edits, relative to the folder
    tasks: tuple[Task, ...]
    uses: tuple[str, ...] = ()  # ids of the chapters that its files import
    needs: tuple[str, ...] = ()  # packages that they import and that a machine may lack
    tp: tuple[int, ...] = (1, 2, 4)
    limits: Limits = Limits()
    minutes: int = 30
    ready: bool = False  # False: listed, not gradable yet

    @property
    def chapter(self) -> bool:
        return self.id.startswith("ch")


@dataclass(frozen=True)
class Place:
    """A line of the learner's code."""

    file: str  # relative to the problem's folder, never absolute
    line: int
    source: str = ""
    function: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Collective:
    """One collective as one rank called it."""

    op: str  # "all_reduce", "all_gather", "send", …
    group: tuple[int, ...]  # global ranks
    shape: tuple[int, ...]
    dtype: str
    num_bytes: int
    reduce_op: str = ""  # "sum", "max", …
    root: int | None = None  # or the peer of a send or receive
    where: Place | None = None
    number: int = 0  # 1, 2, … among this rank's collectives in the case
    detail: str = ""  # what else must agree, such as the split sizes of an all_to_all
    checksum: int = 0  # of what the rank sent; 0 where that is nothing, or zeros only
    sent: tuple[Array, ...] = field(default=(), compare=False, repr=False)  # of sums, if little

    def __str__(self) -> str:
        if self.op in ("barrier", "new_group"):
            return f"{self.op} #{self.number}"
        shape = "[" + ", ".join(str(n) for n in self.shape) + "]"
        reduce_op = f" ({self.reduce_op})" if self.reduce_op not in ("", "sum") else ""
        way = "to" if self.op in ("send", "reduce", "gather") else "from"
        peer = f" {way} rank {self.root}" if self.root is not None else ""
        return f"{self.op} #{self.number} of {shape} {self.dtype}{reduce_op}{peer}"


@dataclass(frozen=True)
class Raised:
    """An exception that left the learner's code."""

    type: str  # "ValueError"
    message: str  # capped
    where: Place | None = None  # the innermost line of the learner's files
    task: str = ""  # of a NotImplementedError("ch02.3 …")
    trace: tuple[Place, ...] = ()  # the learner's part of the traceback, outermost first


@dataclass(frozen=True)
class RankRun:
    """What one rank did in one case."""

    rank: int
    status: str  # returned | raised | waits | running | exited | killed
    values: Mapping[str, Json] = field(default_factory=dict)
    arrays: Mapping[str, Array] = field(default_factory=dict)
    raised: Raised | None = None
    violations: tuple[str, ...] = ()  # "changed its input x"
    collectives: tuple[Collective, ...] = ()
    waits_in: Collective | None = None
    where: Place | None = None  # where it waits, or returned from
    detail: str = ""  # "exit code 0", "segmentation fault", …
    output: str = ""  # the tail of what it printed


@dataclass(frozen=True)
class GroupRun:
    """What all ranks did in one case: facts only, the verdict is drawn from them."""

    tp: int
    event: Verdict  # ACCEPTED: every rank returned or raised; else what stopped the group
    ranks: tuple[RankRun, ...]
    message: str = ""  # of the event, one or more lines
    duration_ms: float = 0.0


@dataclass(frozen=True)
class Inputs:
    """What a case gives to its ranks; `secret` is what it keeps for its check, never sent.

    `own_params`, `own_arrays` go to one rank each: what is another's is not there to be found."""

    params: Mapping[str, Json] = field(default_factory=dict)
    arrays: Mapping[str, np.ndarray] = field(default_factory=dict)
    secret: Mapping[str, Any] = field(default_factory=dict)
    own_arrays: Sequence[Mapping[str, np.ndarray]] = ()
    own_params: Sequence[Mapping[str, Json]] = ()

    def sent_to(self, rank: int) -> tuple[Mapping[str, Json], Mapping[str, np.ndarray]]:
        """The parameters and arrays of one rank."""
        arrays = self.own_arrays[rank] if self.own_arrays else self.arrays
        return self.own_params[rank] if self.own_params else self.params, arrays


@dataclass(frozen=True)
class Finding:
    """Why a case is not accepted: whole sentences, the smallest evidence first."""

    verdict: Verdict
    message: str  # lines; the first says what and where
    expected: str = ""
    actual: str = ""
    rank: int | None = None
    still_right: str = ""
    shards: Callable[[], Compared | None] | None = field(default=None, compare=False)  # to draw


Check: TypeAlias = Callable[[Inputs, GroupRun], "Finding | None"]


@dataclass(frozen=True)
class Case:
    """One hidden case: `make` builds inputs from a secret seed, `check` holds the oracle."""

    name: str  # "row-bias"
    task: str  # "ch02.6"
    title: str  # "row forward with a bias"
    drive: str  # function in judge/worker/drives/<problem>.py
    make: Callable[[np.random.Generator, int], Inputs]  # (rng, tp)
    check: Check
    tp: tuple[int, ...] = (1, 2, 4)
    visible: bool = False  # a worked example: the learner may see input and expected output
    alone: bool = False  # one process, no group: tp is only a number that the code is told
    fresh: bool = False  # must not see traces of another case: gets its own rank group
    real: bool = False  # on real gloo processes instead of the referee
    bare: bool = False  # the rank starts without a process group; the learner's code makes it
    reads: tuple[Path, ...] = ()  # files of the machine that its ranks must see, such as a model's


@dataclass(frozen=True)
class Cause:
    """The misconception that explains a failure."""

    misconception: str  # slug
    title: str
    rationale: str = ""  # why people believe it
    help: str = ""  # what to look at
    expected: str = ""
    actual: str = ""


@dataclass(frozen=True)
class RankReport:
    rank: int
    status: str
    exception: str = ""
    where: str = ""
    last_collective: str = ""
    output: str = ""  # the end of what the learner's code printed there


@dataclass(frozen=True)
class CaseReport:
    """One case at one tp, as reported."""

    name: str
    task: str
    verdict: Verdict
    tp: int
    title: str = ""
    message: str = ""
    duration_ms: float = 0.0
    replay: str = ""  # the command that reruns exactly this
    cause: Cause | None = None
    expected: str = ""
    actual: str = ""
    still_right: str = ""
    visible: bool = False
    where: Place | None = None  # the line to look at
    ranks: tuple[RankReport, ...] = ()
    collectives: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    shards: Compared | None = None  # for a picture: what each rank holds, and what it should
    rankless: bool = False  # about a function that knows of no ranks: tp says nothing


@dataclass(frozen=True)
class RunInfo:
    seed: str
    tp: tuple[int, ...]
    backend: str = "referee"
    isolation: tuple[str, ...] = ()
    judge: str = ""
    python: str = ""
    torch: str = ""
    duration_ms: float = 0.0


@dataclass(frozen=True)
class Report:
    """The outcome of grading one problem once."""

    problem: Problem
    verdict: Verdict
    earned: int  # tasks accepted
    max: int  # tasks in all
    run: RunInfo
    cases: tuple[CaseReport, ...] = ()
    provided: tuple[str, ...] = ()  # chapters lent from the solutions
    message: str = ""  # of the verdict as a whole: import errors, judge errors
    tables: tuple[str, ...] = ()  # text tables a case made (the capstone's)
    trace: Trace | None = None  # of the first failing case on several ranks, else of the last


@dataclass(frozen=True)
class Submission:
    """A learner's files for one problem.

    `root` holds the chapter folders; for a practice problem it is the problem's own folder.
    `files` maps a file name to a path to take instead. No link below `closed` is followed."""

    root: Path
    files: Mapping[str, Path] = field(default_factory=dict)
    closed: Path | None = None
