"""Problem 207: payloads, frames and calls; what may be broadcast, and how often."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import numpy as np

from ..i18n import _
from ..records import Case, Check, Finding, GroupRun, Inputs, Json, Verdict
from ..telling import first_of
from .common import Expected, outputs, refusal_finding

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]
Call = list[Json]  # method, args

_HEADER = 8


def frames_of(payload: np.ndarray, frame_size: int) -> list[np.ndarray]:
    """The oracle: length, payload, zeros, cut into equal frames. uint8."""
    header = np.array([len(payload)], ">u8").view(np.uint8)
    count = -(-(len(header) + len(payload)) // frame_size)
    message = np.zeros(count * frame_size, np.uint8)
    message[: len(header)] = header
    message[len(header) : len(header) + len(payload)] = payload
    return np.split(message, count)


def _bytes(rng: Rng, count: int) -> np.ndarray:
    """No zeros among them."""
    made: np.ndarray = rng.integers(1, 256, count).astype(np.uint8)
    return made


# frames


def _cut(*payloads: Callable[[Rng, int], np.ndarray], frame_size: int = 0) -> Make:
    """Payloads, cut one after the other; the first is called payload."""

    def make(rng: Rng, tp: int) -> Inputs:
        size = frame_size or int(rng.integers(9, 14))
        names = ["payload", *(f"payload {number}" for number in range(2, 1 + len(payloads)))]
        made = {name: one(rng, size) for name, one in zip(names, payloads, strict=True)}
        return Inputs({"frame_size": size}, made)

    return make


def _cut_expected(inputs: Inputs, tp: int) -> list[Expected]:
    expected: dict[str, object] = {}
    for name, payload in inputs.arrays.items():
        frames, of = frames_of(payload, inputs.params["frame_size"]), name.removeprefix("payload")
        expected[f"number of frames{of and ' of ' + name}"] = len(frames)
        expected |= {f"frame {i}{of and ' of ' + name}": f for i, f in enumerate(frames)}
    return [expected]


def _join(
    *payloads: Callable[[Rng, int], np.ndarray], frame_size: int = 0, num_more: int = 2
) -> Make:
    """The frames of all payloads, one after the other, and more behind them."""

    def make(rng: Rng, tp: int) -> Inputs:
        size = frame_size or int(rng.integers(9, 14))
        made = [payload(rng, size) for payload in payloads]
        framed = [frames_of(payload, size) for payload in made]
        frames = [frame for own in framed for frame in own]
        frames += [np.full(size, 255, np.uint8)] * num_more
        params = {"payloads": len(made), "frames": len(frames)}
        secret = {"payloads": made, "taken": [len(own) for own in framed]}
        return Inputs(params, {f"frame {i}": frame for i, frame in enumerate(frames)}, secret)

    return make


def _join_expected(inputs: Inputs, tp: int) -> list[Expected]:
    expected: dict[str, object] = {}
    pairs = zip(inputs.secret["payloads"], inputs.secret["taken"], strict=True)
    for number, (payload, taken) in enumerate(pairs):
        expected[f"payload {number}"] = payload
        expected[f"frames taken for payload {number}"] = taken
    return [expected]


def _small(rng: Rng, frame_size: int) -> np.ndarray:
    """Within the first frame."""
    return _bytes(rng, int(rng.integers(1, frame_size - _HEADER + 1)))


def _large(rng: Rng, frame_size: int) -> np.ndarray:
    """Several frames, the last not full."""
    return _bytes(rng, 3 * frame_size - _HEADER + int(rng.integers(1, frame_size)))


def _full(rng: Rng, frame_size: int) -> np.ndarray:
    """Header and payload fill their frames."""
    return _bytes(rng, int(rng.integers(2, 4)) * frame_size - _HEADER)


def _empty(rng: Rng, frame_size: int) -> np.ndarray:
    return np.zeros(0, np.uint8)


def _zeros_at_the_end(rng: Rng, frame_size: int) -> np.ndarray:
    return np.concatenate([_bytes(rng, frame_size), np.zeros(3, np.uint8)])


def _abc(rng: Rng, frame_size: int) -> np.ndarray:
    return np.frombuffer(b"abc", np.uint8)


def _much(rng: Rng, frame_size: int) -> np.ndarray:
    """A length of more than two bytes."""
    return _bytes(rng, 70_000)


def _tiny_frames(rng: Rng, tp: int) -> Inputs:
    return Inputs({"frame_size": int(rng.integers(1, _HEADER))})


def _refuses(inputs: Inputs, run: GroupRun) -> Finding | None:
    size = inputs.params["frame_size"]
    text = f"to_frames(b'abc', {size})"
    said = run.ranks[0].values["outcome"]
    return refusal_finding(_("{text} must be refused.").format(text=text), text, [str(size)], said)


# calls


def _calls(*made: Callable[[Rng], Call], frame_size: int = 0) -> Make:
    def make(rng: Rng, tp: int) -> Inputs:
        size = frame_size or int(rng.integers(16, 40))
        params = {"num_calls": len(made), "frame_size": size}
        whole = {**params, "calls": [call(rng) for call in made]}
        return Inputs(whole, own_params=[whole, *[params] * (tp - 1)])  # only rank 0 knows them

    return make


def _calls_expected(inputs: Inputs, tp: int) -> list[Expected]:
    expected = {f"call {i}": call for i, call in enumerate(inputs.params["calls"])}
    return [expected] * tp


def _long(rng: Rng, tp: int) -> Inputs:
    ids = rng.integers(0, 150_000, 60_000)
    whole = {"ids": ids}
    return Inputs({"frame_size": 1 << 17}, whole, own_arrays=[whole, *[{}] * (tp - 1)])


def _long_expected(inputs: Inputs, tp: int) -> list[Expected]:
    return [{"method": "generate", "ids": inputs.arrays["ids"]}] * tp


def _most_frames(inputs: Inputs) -> int:
    """Far more than any sensible way to write the calls needs."""
    if "ids" in inputs.arrays:
        return 12
    texts = [json.dumps(call) for call in inputs.params["calls"]]
    size = inputs.params["frame_size"]
    return sum(-(-(_HEADER + 200 + 4 * len(text)) // size) for text in texts)


def _frames_only(inputs: Inputs, run: GroupRun) -> Finding | None:
    """Every call is a broadcast of one frame from rank 0, and there are not too many."""
    wanted = ("broadcast", (inputs.params["frame_size"],), "uint8", 0)
    for rank in run.ranks if run.tp > 1 else ():
        odd = [c for c in rank.collectives if (c.op, c.shape, c.dtype, c.root) != wanted]
        if odd:
            message = _("Rank {rank} makes a call that is no broadcast of one frame.").format(
                rank=rank.rank
            )
            frame = f"broadcast of [{wanted[1][0]}] uint8 from rank 0"
            return _not_so(message, frame, str(odd[0]), rank.rank)
        most = _most_frames(inputs)
        if len(rank.collectives) > most:
            message = _("Rank {rank} makes far more broadcasts than the calls need.").format(
                rank=rank.rank
            )
            many = str(len(rank.collectives))
            return _not_so(message, _("{most} at the very most").format(most=most), many, rank.rank)
    return None


def _not_so(message: str, expected: str, actual: str, rank: int) -> Finding:
    verdict = Verdict.CONTRACT_VIOLATION
    return Finding(verdict, message, expected, actual, rank, still_right=_("What comes back"))


def _checked(expected: Callable[[Inputs, int], list[Expected]]) -> Check:
    return first_of(outputs(expected), _frames_only)


def _step(rng: Rng) -> Call:
    return ["step", [[int(i) for i in rng.integers(0, 99, 3)], 0.5]]


def _generate(rng: Rng) -> Call:
    """Some hundred bytes, nested, with letters of more than one byte."""
    ids = [int(i) for i in rng.integers(0, 150_000, int(rng.integers(30, 60)))]
    return ["generate", [ids, {"temperature": 0.25, "stop": None, "prompt": "où là\0"}, True]]


def _exit(rng: Rng) -> Call:
    return ["exit", []]


_CUT = outputs(_cut_expected, show=("frame_size", "payload"))
_JOIN = outputs(_join_expected, show=tuple(f"frame {i}" for i in range(3)))
_CALLS = _checked(_calls_expected)
_LONG = _checked(_long_expected)


def _cut_case(name: str, title: str, make: Make, visible: bool = False) -> Case:
    return Case(name, "p207.1", f"to_frames, {title}", "cut", make, _CUT, (1,), visible,
                alone=True)  # fmt: skip


def _join_case(name: str, title: str, make: Make, visible: bool = False) -> Case:
    return Case(name, "p207.1", f"from_frames, {title}", "join", make, _JOIN, (1,), visible,
                alone=True)  # fmt: skip


def _call_case(
    name: str, title: str, make: Make, tp: Sequence[int] = (2, 3), visible: bool = False
) -> Case:
    return Case(name, "p207.2", title, "calls", make, _CALLS, tuple(tp), visible)


CASES = (
    _cut_case("cut-example", "abc in frames of 8", _cut(_abc, frame_size=8), True),
    _join_case("join-example", "abc in frames of 8", _join(_abc, frame_size=8, num_more=0), True),
    _cut_case("cut", "one frame, several, full ones, an empty payload",
              _cut(_small, _large, _full, _empty)),
    Case("cut-refused", "p207.1", "to_frames, frames below 8 bytes", "refused", _tiny_frames,
         _refuses, (1,), alone=True),
    _join_case("join", "several payloads, one after the other",
               _join(_small, _large, _full, _empty, _zeros_at_the_end)),
    _join_case("join-much", "70,000 bytes", _join(_much, frame_size=4096)),
    _call_case("call-example", "the call exit()", _calls(_exit, frame_size=16), (2,), True),
    _call_case("calls", "a long call, then short ones", _calls(_generate, _step, _exit), (2, 3, 4)),
    _call_case("call-one-rank", "a single rank", _calls(_generate, frame_size=4096), (1,)),
    Case("call-long", "p207.2", "60,000 token ids, frames of 128 KiB", "long_call", _long, _LONG,
         (2,)),
)  # fmt: skip
