"""Each problem that has fixtures: right code in any style passes, wrong code gets its verdict.

`right/<problem>/` and `wrong/<problem>/` hold bodies that are spliced into the solution, as the
judge's own misconceptions are. A wrong one's docstring begins with the verdict.
"""

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest

from judge import assemble, catalog, diagnose, splice
from judge.choose import hidden_side
from judge.grade import Options, Session
from judge.records import Submission, Verdict

HERE = Path(__file__).parent
PROBLEMS = [catalog.find(path.name) for path in sorted((HERE / "right").iterdir())]
RIGHT = [(p, path) for p in PROBLEMS for path in sorted((HERE / "right" / p.id).glob("*.py"))]
WRONG = [(p, path) for p in PROBLEMS for path in sorted((HERE / "wrong" / p.id).glob("*.py"))]
BELIEFS = [(p, belief) for p in PROBLEMS for belief in diagnose.catalogue(p)]
SEED = "5eed"
FEWER = {"ch02": (1, 2)}  # sizes at which all wrong code shows; more ranks only take longer


@dataclass
class Desk:
    """One warm judge, and the reports it made, by the text that was graded."""

    session: Session
    scratch: Path
    reports: dict

    def report_of_wrong(self, problem, text):
        return self.report(problem, text, FEWER.get(problem.id))

    def report(self, problem, text, tp=None):
        """A diagnosed report of the problem's only file."""
        key = problem.id, text, tp
        if key not in self.reports:
            file = self.scratch / problem.files[0]
            file.write_text(text)
            home = catalog.solution_home(problem)
            root = home.parent if problem.chapter else home
            submission = Submission(root, {problem.files[0]: file})
            report = self.session.grade(problem, submission, Options(tp, seed=SEED))
            self.reports[key] = self.session.diagnose(report)
        return self.reports[key]


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    with Session() as session:
        yield Desk(session, tmp_path_factory.mktemp("submission"), {})


def solution(problem):
    return assemble.solution_texts(problem)[problem.files[0]]


def stub(problem):
    return splice.make_stub(solution(problem), problem.tasks)


def spliced(problem, path):
    donor = path.read_text()
    docstring = ast.parse(donor).body[0]
    body = "\n".join(donor.splitlines()[docstring.end_lineno :]) + "\n"
    return splice.replace_bodies(solution(problem), body)


def name_of(value):
    if isinstance(value, Path):
        return value.stem
    return getattr(value, "slug", None) or getattr(value, "id", None)


def failing(report):
    fine = (Verdict.ACCEPTED, Verdict.NOT_STARTED, Verdict.SKIPPED)
    return [case for case in report.cases if case.verdict not in fine]


def told(report):
    return "\n".join(f"{c.name} tp={c.tp}: {c.verdict}: {c.message}" for c in failing(report))


@pytest.mark.parametrize("problem", PROBLEMS, ids=name_of)
def test_the_solution_is_accepted(desk, problem):
    report = desk.report(problem, solution(problem))
    assert report.verdict is Verdict.ACCEPTED, told(report)
    assert report.earned == report.max == len(problem.tasks)


@pytest.mark.parametrize("problem", PROBLEMS, ids=name_of)
def test_every_task_has_a_case_at_more_than_one_rank_or_needs_no_rank(problem):
    cases = hidden_side(problem).CASES
    for task in problem.tasks:
        mine = [case for case in cases if case.task == task.id]
        assert any(case.visible for case in mine), task.id
        assert any(max(case.tp) > 1 for case in mine) or all(case.alone for case in mine)


@pytest.mark.parametrize("problem", PROBLEMS, ids=name_of)
def test_the_stub_is_not_started(desk, problem):
    report = desk.report(problem, stub(problem))
    assert report.verdict is Verdict.NOT_STARTED
    assert {case.verdict for case in report.cases} == {Verdict.NOT_STARTED}
    assert report.earned == 0


@pytest.mark.parametrize("problem, path", RIGHT, ids=name_of)
def test_right_code_in_another_style_is_accepted(desk, problem, path):
    report = desk.report(problem, spliced(problem, path))
    assert report.verdict is Verdict.ACCEPTED, told(report)


@pytest.mark.parametrize("problem, path", WRONG, ids=name_of)
def test_wrong_code_gets_its_verdict(desk, problem, path):
    expected = ast.get_docstring(ast.parse(path.read_text())).partition(":")[0]
    report = desk.report_of_wrong(problem, spliced(problem, path))
    assert report.verdict == expected, told(report)
    assert report.earned < report.max


@pytest.mark.parametrize("problem, belief", BELIEFS, ids=name_of)
def test_a_misconception_is_rejected_and_recognised_as_itself(desk, problem, belief):
    report = desk.report_of_wrong(problem, diagnose.spliced(problem, belief)[problem.files[0]])
    names = {case.cause.misconception if case.cause else None for case in failing(report)}
    assert names == {belief.slug}, told(report)


@pytest.mark.parametrize("problem, belief", BELIEFS, ids=name_of)
def test_a_misconception_says_why_and_where_to_look(problem, belief):
    for text in (belief.title, belief.rationale, belief.help):
        assert text[0].isupper() and text.endswith((".", "?")), text
    assert belief.tasks


@pytest.mark.parametrize("problem", PROBLEMS, ids=name_of)
def test_every_case_rejects_some_wrong_code(desk, problem):
    texts = [spliced(p, path) for p, path in WRONG if p is problem]
    texts += [diagnose.spliced(p, b)[p.files[0]] for p, b in BELIEFS if p is problem]
    killed = {case.name for text in texts for case in failing(desk.report_of_wrong(problem, text))}
    assert {case.name for case in hidden_side(problem).CASES} - killed == set()


@pytest.mark.parametrize("problem", PROBLEMS, ids=name_of)
def test_two_tasks_done_are_accepted_and_the_rest_is_not_started(desk, problem):
    done = {problem.tasks[0].id, problem.tasks[-1].id}
    rest = [task for task in problem.tasks if task.id not in done]
    report = desk.report(problem, splice.make_stub(solution(problem), rest))
    open_ = {case.task for case in report.cases if case.verdict is Verdict.NOT_STARTED}
    assert open_ == {task.id for task in rest}
    assert failing(report) == [], told(report)
    skipped = {case.task for case in report.cases if case.verdict is Verdict.SKIPPED}
    assert report.earned == len(done - skipped)


@pytest.mark.parametrize("problem", PROBLEMS, ids=name_of)
def test_a_task_done_alone_is_accepted_or_says_what_it_needs(desk, problem):
    for task in problem.tasks:
        rest = [other for other in problem.tasks if other is not task]
        report = desk.report(problem, splice.make_stub(solution(problem), rest))
        assert failing(report) == [], told(report)
        for case in report.cases:
            if case.verdict is Verdict.SKIPPED:
                assert any(other.id in case.message for other in rest), case.message


@pytest.mark.parametrize("task", catalog.find("ch02").tasks, ids=name_of)
def test_each_method_of_a_linear_layer_can_be_written_first(desk, task):
    problem = catalog.find("ch02")
    rest = [other for other in problem.tasks if other is not task]
    report = desk.report(problem, splice.make_stub(solution(problem), rest))
    assert {c.verdict for c in report.cases if c.task == task.id} == {Verdict.ACCEPTED}


def test_two_misconceptions_in_two_tasks_are_each_named(desk):
    problem = catalog.find("ch02")
    beliefs = {belief.slug: belief for belief in reversed(diagnose.catalogue(problem))}
    text = solution(problem)
    for slug in ("column-reduced", "bias-times-tp"):
        text = splice.replace_bodies(text, beliefs[slug].donors[0][1])
    report = desk.report(problem, text)
    named = {(case.task, case.cause and case.cause.misconception) for case in failing(report)}
    assert named == {("ch02.3", "column-reduced"), ("ch02.6", "bias-times-tp")}


def test_code_that_makes_no_known_mistake_is_given_no_name(desk):
    for name in ("ch01/zeros", "ch02/maximum", "ch02/crash_on_rank_1"):
        problem = catalog.find(name.partition("/")[0])
        report = desk.report_of_wrong(problem, spliced(problem, HERE / "wrong" / f"{name}.py"))
        assert all(case.cause is None for case in failing(report))


def test_a_misspelt_function_is_an_import_error_and_the_other_tasks_are_graded(desk):
    problem = catalog.find("ch01")
    text = solution(problem).replace("def mlp(", "def mpl(")
    report = desk.report(problem, text)
    (case,) = {case.message: case for case in failing(report)}.values()
    assert (case.task, case.verdict) == ("ch01.4", Verdict.IMPORT_ERROR)
    assert case.message == "mlp is not defined. Did you mean mpl?"
    assert report.earned == report.max - 1


def test_a_syntax_error_is_said_with_its_line_and_nothing_is_graded(desk):
    problem = catalog.find("p199")
    text = solution(problem).replace("    if size == 1:", "    if size == 1", 1)
    report = desk.report(problem, text)
    assert report.verdict is Verdict.IMPORT_ERROR and "expected ':'" in report.message
    assert len(report.cases) == 1 and report.cases[0].where.file == "shard_tensor.py"
