"""One rank: loads the learner's files, then runs cases until the judge is done with it.

It knows inputs and how to call the learner's code (`drives/`), and sends back what came out. It
holds no expected value and draws no verdict. It leaves by `os._exit`.
"""

from __future__ import annotations

import contextlib
import faulthandler
import importlib
import itertools
import os
import random
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from types import FrameType, ModuleType
from typing import Any

import numpy as np
import torch
import torch.distributed as dist

from .. import wire
from . import learner as learners
from . import world
from .link import Link, Places, from_wire, to_wire
from .process_group import Note
from .state import State

# classes that travel to processes of a drive: pickle looks for them by name
_PICKLED = (f"{__package__}.drives.ch09_runner",)
_OWN = __package__.partition(".")[0]
_LAST = next(reversed(sys.modules))
_BEFORE = [name for name in sys.modules if name.partition(".")[0] == _OWN]


class Inputs:
    """What a case gives: `inputs["x"]` is a tensor of this rank's own, `inputs.params` JSON."""

    def __init__(self, params: Mapping[str, Any], arrays: Mapping[str, wire.Array]) -> None:
        self.params = params
        self._arrays = arrays
        self._tensors: dict[str, torch.Tensor] = {}

    def __getitem__(self, name: str) -> torch.Tensor:
        if name not in self._tensors:
            self._tensors[name] = from_wire(self._arrays[name])
        return self._tensors[name]

    def __contains__(self, name: str) -> bool:
        return name in self._arrays

    def names(self) -> list[str]:
        return list(self._arrays)

    def changed(self) -> list[str]:
        """Names of the inputs that no longer hold what the judge sent."""
        return [name for name, tensor in self._tensors.items() if self._differs(name, tensor)]

    def _differs(self, name: str, tensor: torch.Tensor) -> bool:
        try:
            return to_wire(tensor) != self._arrays[name]
        except (TypeError, RuntimeError):  # its memory was taken away
            return True


def main(sock: socket.socket, rank: int, size: int, setup: Mapping[str, Any]) -> None:
    """Serve the judge until it closes the socket. Never returns."""
    _prepare()
    _seed(rank, str(setup["seed"]))
    link, places = Link(sock), Places(str(setup["root"]), str(setup["own"]))
    real, bare = bool(setup["real"]), bool(setup["bare"])
    note, noted = _notebook()
    asked: world.Asked = dict
    group = None
    if bare and not real:
        asked = world.answer_init(link, note, places, rank, size)
    elif not bare:
        group = world.start(link, note, places, rank, size)
    drives = importlib.import_module(f"{__package__}.drives.{setup['problem']}")
    _hide_this_package()
    learner = _load(link, places, setup)
    for number in itertools.count():
        message, arrays = link.next_request()
        if message["kind"] == "load":
            learners.unload(str(setup["own"]))
            _seed(rank, str(setup["seed"]))
            learner = _load(link, places, setup)
            continue
        assert learner is not None, "the judge runs nothing where the import has failed"
        meeting = f"file://{setup['scratch']}/meeting/{number}"
        bare_world = world.Bare(rank, size, meeting, asked)
        for forget in (noted, asked):  # what the last case left
            forget()
        _run(link, noted, places, learner, drives, group or bare_world, message, arrays)


def _notebook() -> tuple[Note, Callable[[], list[str]]]:
    """The first function notes a contract violation, the second gives all of them and forgets.

    The list is new for each case and in no object's reach: the code that is judged runs here too.
    """
    kept: list[str] = []

    def note(sentence: str) -> None:
        kept.append(sentence)

    def noted() -> list[str]:
        nonlocal kept
        taken, kept = kept, []
        return list(taken)

    return note, noted


def _prepare() -> None:
    faulthandler.enable()
    faulthandler.register(signal.SIGUSR1, all_threads=False)
    torch.set_num_threads(1)
    # torch.empty now gives NaN instead of what happened to be there: unwritten memory shows.
    # (torch.use_deterministic_algorithms would import the compiler for 1.2 s.)
    torch._C._set_deterministic_algorithms(True, warn_only=True)


def _seed(rank: int, seed: str) -> None:
    """Forked ranks share every random state; real ranks do not."""
    own = random.Random(f"{seed} rank {rank}")
    random.seed(own.random())
    np.random.seed(own.getrandbits(32))
    torch.default_generator.manual_seed(own.getrandbits(60))


def _hide_this_package() -> None:
    """No name leads to these modules any more: the learner's code imports copies, if any.

    To look at all 2,000 names would copy the memory that they lie in.
    """
    new = itertools.takewhile(lambda name: name != _LAST, reversed(sys.modules))
    for name in [*_BEFORE, *new]:
        if name.partition(".")[0] == _OWN and name not in _PICKLED:
            sys.modules.pop(name, None)
    vars(sys.modules["__main__"]).pop(_OWN, None)


def _load(link: Link, places: Places, setup: Mapping[str, Any]) -> learners.Learner | None:
    try:
        learner = learners.load(str(setup["root"]), setup["package"], setup["modules"])
        link.send({"kind": "loaded", "missing": learners.missing(learner, setup["names"])})
        return learner
    except BaseException as error:
        link.send({"kind": "unloadable", "raised": learners.describe(error, places)})
        return None


def _run(
    link: Link,
    noted: Callable[[], list[str]],
    places: Places,
    learner: learners.Learner,
    drives: ModuleType,
    group: world.HandedGroup | world.Bare,
    message: Mapping[str, Any],
    arrays: Mapping[str, wire.Array],
) -> None:
    inputs = Inputs(message["params"], arrays)
    left = list[str]()
    returned = _Returned(places) if message["trace"] else contextlib.nullcontext()
    try:
        with torch.no_grad(), returned:
            state = State()
            try:
                outcome = getattr(drives, message["drive"])(learner, inputs, group)
            finally:
                left = [*state.end_modes(), *state.changes()]
        values, tensors, odd = _split(outcome)
        reply: dict[str, Any] = {"kind": "returned", "values": values}
    except BaseException as error:
        reply, tensors, odd = {"kind": "raised", "raised": learners.describe(error, places)}, {}, []
    violations = [*noted(), *left, *odd, *_traces(inputs, group)]
    reply |= {
        "violations": violations[:20],
        "where": getattr(returned, "place", None),
        "token": message["token"],
    }
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):  # the code may have closed or replaced it
            stream.flush()
    link.send(reply, tensors)


def _traces(inputs: Inputs, group: world.HandedGroup | world.Bare) -> list[str]:
    """What a case must leave as it was: its inputs, the process group."""
    found = [f"The code changed its input {name}." for name in inputs.changed()]
    if isinstance(group, world.Bare):
        world.leave()
    elif not dist.is_initialized():
        found.append("The code destroyed the process group it was given.")
    return found


class _Returned:
    """Remembers the line at which the learner's code last returned from a function."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self.place: list[Any] | None = None

    def __enter__(self) -> None:
        sys.setprofile(self._note)

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "return" and self._places.owns(code.co_filename):
            self.place = self._places.place(code.co_filename, frame.f_lineno, code.co_name)


def _split(
    outcome: Mapping[str, Any],
) -> tuple[dict[str, Any], dict[str, wire.Array], list[str]]:
    """Tensors travel as arrays, plain Python values as JSON, anything else by its type's name.

    And a sentence for each tensor that cannot travel.
    """
    values: dict[str, Any] = {}
    violations: list[str] = []
    arrays: dict[str, wire.Array] = {}
    for name, item in outcome.items():
        if type(item) in (torch.Tensor, torch.nn.Parameter):
            try:
                arrays[name] = to_wire(item)
            except (TypeError, RuntimeError) as error:
                violations.append(f"{name}: {error}.")
        elif isinstance(item, torch.Tensor):
            kind = type(item).__name__
            violations.append(f"{name} is a {kind}; a plain torch.Tensor is required.")
        else:
            values[name] = _plain(item)
    return values, arrays, violations


def _plain(item: Any, depth: int = 0) -> Any:
    """JSON of exactly the built-in types; a foreign object is only named."""
    if type(item) is int and item.bit_length() > 200:  # JSON numbers have an end
        return {"type": "huge int"}
    if item is None or type(item) in (bool, int, float, str):
        return item
    if type(item) in (list, tuple) and depth < 8:
        return [_plain(part, depth + 1) for part in item]
    if type(item) is dict and depth < 8:
        return {str(key): _plain(part, depth + 1) for key, part in item.items()}
    return {"type": type(item).__name__[:80]}


def run_and_exit(sock: socket.socket, rank: int, size: int, setup: Mapping[str, Any]) -> None:
    """`main`, and no way back into the template's code whatever happens."""
    try:
        main(sock, rank, size, setup)
    except BaseException:
        sys.excepthook(*sys.exc_info())
        os._exit(70)
