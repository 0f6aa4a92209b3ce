"""What the judge asserts of problem 199, as plain asserts on the same inputs.

Both peers of bench_judge.py run these, so that only the way of running them differs.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from judge.hidden import p199
from judge.hidden.common import REFUSED
from judge.records import Case, Inputs
from judge.runner import make_inputs

SEED = "5eed"

Submission = Any  # what has the functions div_even and shard_tensor
Assert = Callable[[Submission], None]


def asserts() -> Iterator[tuple[str, Assert]]:
    """A name and a function for each case at each of its sizes; it raises AssertionError."""
    kinds = {"div_even": _div_even, "refusals": _refusals, "shards": _shards, "tensors": _shards}
    for case in p199.CASES:
        for tp in case.tp:
            yield f"{case.name}-{tp}", _bound(kinds[case.drive], case, tp)


def _bound(kind: Callable[[Submission, Inputs], None], case: Case, tp: int) -> Assert:
    return lambda submission: kind(submission, make_inputs(case, SEED, tp))


def _div_even(submission: Submission, inputs: Inputs) -> None:
    for words, answer in zip(inputs.params["calls"], inputs.secret["answers"], strict=True):
        if answer == REFUSED:
            _raises(submission.div_even, *words)
        else:
            got = submission.div_even(*words)
            assert type(got) is int and got == answer


def _refusals(submission: Submission, inputs: Inputs) -> None:
    for call in inputs.params["calls"]:
        value = torch.from_numpy(inputs.arrays[call["name"]])
        for rank in (0, 1):
            words = (call["key"], value, rank, call["size"], call["kv_heads"])
            _raises(submission.shard_tensor, *words)


def _shards(submission: Submission, inputs: Inputs) -> None:
    params = inputs.params
    dtype = getattr(torch, params.get("dtype", "float32"))
    keys = {name: params.get("key", name) for name in inputs.arrays}
    for name, key in keys.items():
        value = torch.from_numpy(inputs.arrays[name]).to(dtype)
        for rank in range(params["size"]):
            expected = torch.tensor(p199.shard(inputs, key, name, rank)).to(dtype)
            got = submission.shard_tensor(key, value, rank, params["size"], params["kv_heads"])
            assert torch.equal(got, expected) and got.dtype == dtype
            assert got.untyped_storage().nbytes() <= expected.untyped_storage().nbytes()


def _raises(function: Callable[..., object], *words: object) -> None:
    try:
        function(*words)
    except ValueError:
        return
    raise AssertionError(f"{words} is not refused")
