"""Whatever comes back in the form of an answer, checks judge it: none of them falls over it.

The solution's answers are bent: other types, numbers, lengths, shapes and dtypes. A check may raise
only where the form gives a forgery away; else it would be told as a fault of the judge.
"""

import random
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from judge import assemble, catalog, course, form, verdict
from judge.choose import hidden_side
from judge.records import Verdict
from judge.runner import Runner, make_inputs
from judge.wire import STORAGE, Array, from_numpy

ANSWERS = 40  # of each case
QUICK = ("p199", "ch02")
ODD = (
    None, True, 0, -1, 10**30, 2.5, float("nan"), float("inf"), "", "a\nb", [], {}, [[]], [None],
    {"type": "thing"}, {"a": 1},
)  # fmt: skip
PROBLEMS = [
    pytest.param(p, id=p.id, marks=[] if p.id in QUICK else pytest.mark.slow)
    for p in course.ready()
]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("problem", PROBLEMS)
def test_a_check_falls_over_no_answer_that_has_the_form_of_one(session, problem):
    for case, inputs, run in answered(session.template, problem):
        chance = random.Random(case.name)
        for _ in range(ANSWERS):
            odd = bent(run, chance)
            try:
                verdict.draw(case, inputs, odd)
            except Exception as error:
                assert form.difference(odd, run), (case.name, error, [r.values for r in odd.ranks])


def answered(template, problem):
    """Each case that needs no fresh ranks, on the most ranks it has, with the solution's answer."""
    files = {name: text.encode() for name, text in assemble.solution_texts(problem).items()}
    directory = Path(tempfile.mkdtemp(dir=template.directory))
    laid_out = assemble.lay_out(problem, files, directory)
    runner = Runner(template, laid_out, "5eed")
    try:
        for case in hidden_side(problem).CASES:
            if not case.fresh:
                inputs = make_inputs(case, "5eed", case.tp[-1])
                run = runner.run(case, case.tp[-1], inputs)
                assert run.event is Verdict.ACCEPTED, run.message
                yield case, inputs, run
    finally:
        runner.close()
        laid_out.remove()


def bent(run, chance):
    """The run with one or two results changed, on one rank or on all."""
    ranks = list(run.ranks)
    some = [chance.randrange(len(ranks))] if chance.random() < 0.5 else range(len(ranks))
    for number in some:
        values, arrays = dict(ranks[number].values), dict(ranks[number].arrays)
        for _ in range(chance.choice((1, 1, 2))):
            if not (names := [*values, *arrays]):
                break
            name = chance.choice(names)
            if name in values:
                values[name] = bent_value(values[name], chance)
            elif chance.random() < 0.25:
                del arrays[name]
                values[name] = chance.choice(ODD)
            else:
                arrays[name] = bent_array(arrays[name], chance)
        ranks[number] = replace(ranks[number], values=values, arrays=arrays)
    return replace(run, ranks=tuple(ranks))


def bent_value(value, chance, depth=0):
    if depth > 3 or chance.random() < 0.25:
        return chance.choice(ODD)
    match value:
        case [first, *_]:
            place = chance.randrange(len(value))
            within = [*value[:place], bent_value(value[place], chance, depth + 1)]
            shorter, longer = value[:-1], [*value, first]
            return chance.choice(([*within, *value[place + 1 :]],) * 4 + (shorter, longer, []))
        case dict() if value:
            name = chance.choice(list(value))
            within = {**value, name: bent_value(value[name], chance, depth + 1)}
            less = {other: part for other, part in value.items() if other != name}
            return chance.choice((within,) * 5 + (less, {**value, "more": 1}))
        case bool():
            return not value
        case int():
            return chance.choice((value + 1, -value, 0, -1, 2**63, 10**25))
        case float():
            return chance.choice((0.0, -value, 2 * value, 1e300, float("nan"), float("inf")))
        case str():
            return chance.choice(("", value + "x", "é" * 50, "ValueError", "TypeError"))
    return chance.choice(ODD)


def bent_array(array, chance):
    values = array.numpy()
    other = chance.choice(("bool", "int8", "complex64", "float32", "float64"))
    item = np.dtype(STORAGE[array.dtype]).itemsize
    choices = [
        from_numpy(values.reshape(-1), array.dtype), from_numpy(values[..., None], array.dtype),
        Array(array.dtype, (0,), b""), Array(array.dtype, (), bytes(item)),
        from_numpy(np.zeros(values.shape), other),
    ]  # fmt: skip
    if array.dtype.startswith(("float", "bfloat")):
        choices.append(from_numpy(np.full(values.shape, np.nan), array.dtype))
    return chance.choice(choices)


def test_a_check_that_falls_over_a_formed_answer_would_be_seen(session, monkeypatch):
    """This test can fail: a check that divides by what came back falls over a 0."""
    problem = catalog.find("199")
    [case, *_] = hidden_side(problem).CASES
    broken = replace(case, check=lambda inputs, run: 1 // 0)
    monkeypatch.setattr(hidden_side(problem), "CASES", [broken])
    with pytest.raises(AssertionError):
        test_a_check_falls_over_no_answer_that_has_the_form_of_one(session, problem)
