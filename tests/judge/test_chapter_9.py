"""Chapter 9 starts processes: right code in any style passes, wrong code fails.

Each grading takes seconds, so these are no tests of `make test`, and each file is one of its own.
"""

import functools

import pytest

from judge import assemble, catalog, diagnose, splice, verify, verify_all
from judge.choose import hidden_side
from judge.records import Verdict

PROBLEM = catalog.find("ch09")
BELIEFS = diagnose.catalogue(PROBLEM)
SOLUTION = assemble.solution_texts(PROBLEM)

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture
def grade(grader):
    """A function from the texts of both files to a diagnosed report."""
    return functools.partial(grader.report, PROBLEM)


def failing(report):
    fine = (Verdict.ACCEPTED, Verdict.SKIPPED)  # skipped: after two tasks without end
    return [case for case in report.cases if case.verdict not in fine]


def told(report):
    return "\n".join(f"{c.name} tp={c.tp}: {c.verdict}: {c.message}" for c in failing(report))


def name_of(value):
    return getattr(value, "slug", "") or getattr(value, "name", None)


def test_the_solution_is_accepted(grade):
    report = grade(SOLUTION)
    assert report.verdict is Verdict.ACCEPTED, told(report)
    assert report.earned == len(PROBLEM.tasks)


def test_every_task_has_a_visible_case():
    visible = {case.task for case in hidden_side(PROBLEM).CASES if case.visible}
    assert visible == {task.id for task in PROBLEM.tasks}


@pytest.mark.parametrize("code", list(verify.fixtures(PROBLEM, "right")), ids=name_of)
def test_right_code_in_another_style_is_accepted(grade, code):
    report = grade(code.files)
    assert report.verdict is Verdict.ACCEPTED, told(report)


@pytest.mark.parametrize("code", list(verify.fixtures(PROBLEM, "wrong")), ids=name_of)
def test_wrong_code_gets_its_verdict(grade, code):
    report = grade(code.files)
    assert report.verdict == code.expected, told(report)


@pytest.mark.parametrize("belief", BELIEFS, ids=name_of)
def test_a_misconception_is_rejected_and_recognised_as_itself(grade, belief):
    report = grade(diagnose.spliced(PROBLEM, belief))
    names = {case.cause.misconception if case.cause else None for case in failing(report)}
    assert names == {belief.slug}, told(report)


def test_every_hidden_case_is_the_only_one_to_reject_something():
    [found] = verify_all.verified([PROBLEM])
    assert found.faults == ()
    assert found.never_alone() == []


@pytest.mark.parametrize("number", range(len(PROBLEM.tasks)))
def test_the_tasks_up_to_one_are_accepted_before_the_rest_is_written(grade, number):
    done, rest = PROBLEM.tasks[: number + 1], PROBLEM.tasks[number + 1 :]
    files = {task.file for task in rest}
    stubs = {f: splice.make_stub(SOLUTION[f], [t for t in rest if t.file == f]) for f in files}
    report = grade(SOLUTION | stubs)
    accepted = {case.task for case in report.cases if case.verdict is Verdict.ACCEPTED}
    assert accepted == {task.id for task in done}
    assert report.earned == len(done), told(report)
