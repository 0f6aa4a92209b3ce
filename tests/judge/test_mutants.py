"""Small changes to the solutions: how they are made, and that the judge rejects each of them."""

import ast

import pytest

from judge import course, mutation
from judge.mutants import mutants

SOLUTION = '''"""A file."""

SIZE = 2  # not in a gap


def given(x):
    return x + 1


def gap(x: int, dim=0):
    """Words, 1 + 1."""
    assert x > 0
    total = sum(x, start=1)
    if total < 4 and not dim:
        raise ValueError(f"{x + 1} is too small")
    return total * 2
'''
STUB = SOLUTION[: SOLUTION.index("    assert")] + "    raise NotImplementedError\n"


def changes():
    return [(mutant.before, mutant.after) for mutant in mutants(SOLUTION, STUB)]


def test_statements_are_deleted_one_at_a_time():
    deleted = [before for before, after in changes() if after == "(deleted)"]
    assert deleted == [
        "total = sum(x, start=1)",
        "if total < 4 and (not dim):",
        "raise ValueError(f'{x + 1} is too small')",
        "return total * 2",
    ]


def test_conditions_operators_numbers_and_named_arguments_are_changed():
    found = dict.fromkeys(after for _, after in changes())
    for after in (
        "total = sum(x, **{})",
        "total = sum(x, start=2)",
        "if not (total < 4 and (not dim)):",
        "if total <= 4 and (not dim):",
        "if total < 4 or not dim:",
        "if total < 4 and dim:",
        "if total < 5 and (not dim):",
        "return total // 2",
        "return total * 3",
    ):
        assert after in found, after


def test_what_is_given_asserted_or_said_is_left_alone():
    assert {mutant.function for mutant in mutants(SOLUTION, STUB)} == {"gap"}
    for mutant in mutants(SOLUTION, STUB):
        assert "assert x > 0" in mutant.text and "Words, 1 + 1." in mutant.text
        assert "is too small" in mutant.text or mutant.after == "(deleted)"
        assert "SIZE = 2" in mutant.text and "return x + 1" in mutant.text


def test_each_mutant_is_a_file_of_its_own_that_differs_from_the_solution():
    texts = [mutant.text for mutant in mutants(SOLUTION, STUB)]
    assert len(set(texts)) == len(texts)
    assert ast.unparse(ast.parse(SOLUTION)) + "\n" not in texts
    for text in texts:
        ast.parse(text)


def test_a_mutant_that_does_the_same_is_listed_with_a_reason():
    known = {problem.id for problem in course.ready()}
    for problem, listed in mutation.equivalent().items():
        assert problem in known
        assert all(len(reason) > 20 for reason in listed.values())


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("problem", course.ready(), ids=lambda problem: problem.id)
def test_every_small_change_to_a_solution_is_rejected_or_known_to_do_the_same(problem):
    found = mutation.mutate(problem.id)
    assert found.total > 10
    assert found.unlisted() == []
    assert set(mutation.equivalent().get(problem.id, {})) <= set(found.survivors)
