"""No rank is sent what only another has: code that looks around in its process finds nothing."""

import numpy as np
import pytest

from judge import course
from judge.choose import hidden_side
from judge.hidden.common import apart
from judge.runner import make_inputs

SEVERAL = [
    pytest.param(case, tp, id=f"{problem.id}-{case.name}-{tp}")
    for problem in course.ready()
    for case in hidden_side(problem).CASES
    for tp in case.tp[-1:]
    if tp > 1 and not case.alone and case.drive != "load"  # there a number is a part's
]


def number_in(name):
    return next((int(word) for word in name.split() if word.isdecimal()), None)


@pytest.mark.parametrize("case, tp", SEVERAL)
def test_an_array_that_is_numbered_is_sent_to_that_rank_alone(case, tp):
    inputs = make_inputs(case, "sent", tp)
    for rank in range(tp):
        _, arrays = inputs.sent_to(rank)
        assert {number_in(name) for name in arrays} <= {None, rank}


@pytest.mark.parametrize("name, rank", [("x 1", 1), ("rank 2 part 0", 2), ("x 0 again", 0)])
def test_the_first_number_of_a_name_is_its_rank(name, rank):
    shares = apart({name: np.zeros(1), "x1": np.ones(1)}, 3)
    assert [list(share) for share in shares if name in share] == [[name, "x1"]]
    assert name in shares[rank]


def cases(problem, drive):
    found = [c for p in course.ready() if p.id == problem for c in hidden_side(p).CASES]
    return [case for case in found if case.drive == drive and max(case.tp) > 1]


@pytest.mark.parametrize("case", cases("ch02", "forward"), ids=lambda case: case.name)
def test_a_linear_layer_is_sent_its_own_part_of_every_weight(case):
    tp = max(case.tp)
    inputs = make_inputs(case, "sent", tp)
    shares = [inputs.sent_to(rank)[1] for rank in range(tp)]
    assert sum(share["W"].size for share in shares) == inputs.arrays["W"].size
    cut = inputs.params["kind"] == "RowParallelLinear"
    assert shares[0]["x"].size * (tp if cut else 1) == inputs.arrays["x"].size


@pytest.mark.parametrize("problem, drive", [("ch05", "forward"), ("ch06", "call")])
def test_a_rank_is_sent_the_rows_of_its_own_part_of_the_vocabulary(problem, drive):
    for case in cases(problem, drive):
        tp = max(case.tp)
        inputs = make_inputs(case, "sent", tp)
        table = inputs.arrays["table"]
        shares = [inputs.sent_to(rank)[1]["table"] for rank in range(tp)]
        assert {len(share) for share in shares} == {-(-len(table) // tp)}
        assert np.array_equal(np.concatenate(shares)[: len(table)], table)


def test_only_rank_0_is_told_the_calls_that_it_broadcasts():
    for case in cases("p207", "calls"):
        inputs = make_inputs(case, "sent", 2)
        assert "calls" in inputs.sent_to(0)[0] and "calls" not in inputs.sent_to(1)[0]


def test_a_rank_is_told_its_own_memory_and_seed():
    for case in (*cases("ch07", "blocks"), *cases("p204", "lockstep")):
        tp, name = max(case.tp), "memory" if case.drive == "blocks" else "seed"
        inputs = make_inputs(case, "sent", tp)
        told = [inputs.sent_to(rank)[0][name] for rank in range(tp)]
        assert all(isinstance(value, int) for value in told) and len(set(told)) == tp
