"""Whatever ranks say, in whatever order: the judge neither hangs nor falls, and has one verdict."""

import json
import math
import os
import random
import struct

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scripted import TOKEN, played

from judge import verdict, wire
from judge.collectives import COLLECTIVES
from judge.records import Case, Inputs, Verdict

LONG = int(os.environ.get("FUZZ_EXAMPLES", "2000"))
CASE = Case("c", "ch01.1", "a case", "d", lambda rng, tp: Inputs(), lambda inputs, run: None)
RANKS = st.integers(0, 3)

junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=9), part),
    max_leaves=6,
)
ops = st.sampled_from((*COLLECTIVES, "send", "recv"))


@st.composite
def descriptors(draw, rank=0, size=4, handle=1):
    """A collective as a rank tells it, with its arrays: one that an honest process group sends."""
    op, shape = draw(ops), draw(st.sampled_from(([2], [2], [3], [0, 5])))
    dtype = draw(st.sampled_from(("float32", "float32", "int64", "bool", "bfloat16")))
    others = draw(st.sets(st.integers(0, size - 1)) | st.just(set(range(size))))
    group = sorted({rank, *others})
    root = draw(st.sampled_from(group))
    count = {
        "barrier": 0, "new_group": 0, "recv": 0, "reduce_scatter": len(group),
        "all_to_all": len(group), "broadcast": int(root == rank),
        "scatter": len(group) * (root == rank),
    }.get(op, 1)  # fmt: skip
    said = {
        "kind": "issue", "handle": handle, "op": op, "group": group,
        "group_name": draw(st.sampled_from(("", "", "a"))), "shape": shape, "dtype": dtype,
        "reduce_op": draw(st.sampled_from(("sum", "sum", "max", "avg"))),
        "root": None if op == "recv" and draw(st.booleans()) else root,
        "where": draw(st.none() | st.just(["f.py", 3, "f"])),
        "tag": draw(st.integers(0, 1)), "expects": [math.prod(shape)] * len(group), "detail": "",
    }  # fmt: skip
    bytes_each = math.prod(shape) * np.dtype(wire.STORAGE[dtype]).itemsize
    array = wire.Array(dtype, tuple(shape), bytes(bytes_each))
    return said, {str(number): array for number in range(count)}


@st.composite
def spoilt(draw):
    """The same with one field that is anything, or missing."""
    said, arrays = draw(descriptors())
    field = draw(st.sampled_from(sorted(said)))
    if draw(st.booleans()):
        return {k: v for k, v in said.items() if k != field}, arrays
    return {**said, field: draw(junk)}, arrays


def ending(kind, token):
    place = ["f.py", 3, "f"]
    raised = {"type": "ValueError", "message": "m", "where": place, "task": "", "trace": [place]}
    said = {"kind": kind, "token": token, "values": {}, "violations": [], "where": None}
    return said | ({"raised": raised} if kind == "raised" else {}), {}


odd_ends = st.builds(ending, st.sampled_from(("returned", "raised")), st.sampled_from(("", "x")))
odd_waits = st.integers(0, 9).map(lambda handle: ({"kind": "wait", "handle": handle}, {}))
odd = st.one_of(descriptors(), spoilt(), odd_waits, odd_ends, junk.map(lambda said: (said, {})))


def frame(message):
    said, arrays = message
    try:
        return wire.encode(said, arrays)
    except ValueError:
        return b""


@st.composite
def broken_frames(draw):
    """Cut off, one bit wrong, a size that lies, or no frame at all."""
    data = bytearray(frame(draw(odd)))
    match draw(st.sampled_from(("cut", "bit", "size", "bytes", "array"))):
        case "cut":
            return bytes(data[: draw(st.integers(0, len(data)))])
        case "bit" if data:
            data[draw(st.integers(0, len(data) - 1))] ^= 1 << draw(st.integers(0, 7))
            return bytes(data)
        case "size":
            sizes = st.sampled_from((0, 1, 1 << 23, 1 << 28, 1 << 40, (1 << 64) - 1))
            return struct.pack("<QQ", draw(sizes), draw(sizes)) + bytes(data[16:])
        case "array":
            listed = [["0", "float32", draw(junk)]]
            head = json.dumps({"message": {"kind": "issue"}, "arrays": listed}).encode()
            return struct.pack("<QQ", len(head), 0) + head
    return draw(st.binary(max_size=40))


statuses = st.sampled_from((0, 9, 11, 256, 24, 137))  # as waitpid gives them
ODD = st.one_of(odd.map(frame), broken_frames(), broken_frames(), st.none(), statuses)


@st.composite
def scripts(draw):
    """(size, steps of any rank in any order): honest for a while, and then perhaps not.

    Long frames come in pieces.
    """
    size = draw(st.integers(1, 4))
    script = [(rank, data) for rank in range(size) for data in _own(draw, rank, size)]
    if len(script) > 1 and draw(st.booleans()):
        script[draw(st.integers(0, len(script) - 1))] = (draw(RANKS) % size, draw(ODD))
    script = _mixed(script, draw(st.randoms(use_true_random=False)))
    if draw(st.booleans()):
        return size, script
    cut = draw(st.integers(1, 200))
    return size, [
        (rank, part)
        for rank, data in script
        for part in ([data[:cut], data[cut:]] if isinstance(data, bytes) else [data])
    ]


def _own(draw, rank, size):
    """What one rank sends: calls it waits for, or not, then how it ended."""
    frames, open_handles = [], []
    for handle in range(1, draw(st.integers(0, 4)) + 1):
        frames.append(frame(draw(descriptors(rank, size, handle))))
        open_handles.append(handle)
        while open_handles and draw(st.booleans()):
            chosen = open_handles.pop(draw(st.integers(0, len(open_handles) - 1)))
            frames.append(frame(({"kind": "wait", "handle": chosen}, {})))
    kind = draw(st.sampled_from(("returned", "returned", "raised", None)))
    return [*frames, frame(ending(kind, TOKEN))] if kind else frames


def _mixed(script, order):
    """The steps of all ranks in any order that keeps each rank's own."""
    left = {}
    for rank, data in script:
        left.setdefault(rank, []).append(data)
    mixed = []
    while ready := [rank for rank in left if left[rank]]:
        rank = order.choice(ready)
        mixed.append((rank, left[rank].pop(0)))
    return mixed


def judged(size, script):
    """The run, and its finding; what must hold of every one."""
    with played(size) as group:
        run = group.run(script)
        assert len(run.ranks) == size and run.event in Verdict
        found = verdict.draw(CASE, Inputs(), run)
    done = all(rank.status == "returned" for rank in run.ranks)
    if found is None:
        assert done and run.event is Verdict.ACCEPTED
        assert all(_waited_for_all(rank.rank, script) for rank in run.ranks)
    elif found.verdict is Verdict.IDLE_LIMIT:  # somebody could still move
        assert any(rank.status == "running" for rank in run.ranks)
    else:
        assert found.verdict not in (Verdict.ACCEPTED, Verdict.JUDGE_ERROR) and found.message
    return run, found


def _waited_for_all(rank, script):
    """Of what it said before it returned; after that nobody may have listened."""
    sent = b"".join(data for who, data in script if who == rank and isinstance(data, bytes))
    handles = {"issue": [], "wait": []}
    for message, _arrays in wire.Decoder().feed(sent):
        if message["kind"] == "returned":
            break
        handles[message["kind"]].append(message["handle"])
    return sorted(handles["issue"]) == sorted(handles["wait"])


COMMON = {"deadline": None, "suppress_health_check": list(HealthCheck)}


@settings(max_examples=150, **COMMON)
@given(scripts())
def test_whatever_ranks_say_has_one_verdict(script):
    judged(*script)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@settings(max_examples=LONG, **COMMON)
@given(scripts())
def test_whatever_ranks_say_has_one_verdict_however_long_one_looks(script):
    judged(*script)


@settings(max_examples=60, **COMMON)
@given(st.lists(descriptors(), max_size=6), st.integers(2, 4), st.integers(0, 2**32))
def test_what_all_ranks_say_alike_ends_alike_in_any_order(said, size, seed):
    """Round by round, for a rank goes on when it has its answer; who comes first is random."""
    rounds = []
    for number, (call, arrays) in enumerate(said, 1):
        call = {**call, "handle": number, "op": "all_reduce", "group": list(range(size))}
        rounds.append([frame((call, arrays)), frame(({"kind": "wait", "handle": number}, {}))])
    rounds.append([frame(ending("returned", TOKEN))])
    outcomes = set()
    for order in (random.Random(seed), random.Random(seed + 1)):
        script = [
            step
            for own in rounds
            for step in _mixed([(rank, data) for rank in range(size) for data in own], order)
        ]
        _, found = judged(size, script)
        outcomes.add(found and found.verdict)
    assert len(outcomes) == 1


def test_a_script_without_a_fault_is_accepted():
    _, found = judged(2, [(rank, frame(ending("returned", TOKEN))) for rank in (1, 0)])
    assert found is None


def test_a_rank_that_only_listens_meets_the_limit_for_idle_ones():
    run, found = judged(2, [(0, frame(ending("returned", TOKEN)))])
    assert found.verdict is Verdict.IDLE_LIMIT and run.ranks[1].status == "running"
