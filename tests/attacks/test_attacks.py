"""Every file here is wrong or hostile: each gets its verdict, and nothing of it stays behind.

`whole_file/` is graded as it is; `shard_tensor/`, `row_parallel/` and `model/` come after the right
solution of problem 199, of chapter 2 and of chapter 11's engine, so that only the attack itself can
be what is rejected.
"""

import pytest
from graded import HERE, LIMITS, P199, WITH_TIME, check, grade, shard_submission, solution
from verdicts import BEYOND_L0, MODEL, NEEDS_TIME, OTHERS, ROW, SHARD, SLOW, UNSCOPED, WHOLE

from judge import catalog, course, isolation
from judge.grade import Options, Session
from judge.records import Limits, Submission

CH02, CH11 = catalog.find("ch02"), catalog.find("ch11")


def rows(table):
    """Named by the file; those that take seconds are for `make test-all`."""
    marks = {True: [pytest.mark.slow], False: []}
    return [pytest.param(*row, id=row[0], marks=marks[row[0] in SLOW]) for row in table]


def skip_without_layers(name, report):
    """Where this machine lacks a layer, nothing else promises to stop some attacks."""
    if name in BEYOND_L0 and not set(isolation.NAMES) <= set(report.run.isolation):
        pytest.skip(f"of the layers there are only {report.run.isolation}")


def row_submission(tmp_path, name):
    return chapter_submission(tmp_path, CH02, "linear.py", f"row_parallel/{name}.py")


def chapter_submission(tmp_path, problem, file, attack):
    (tmp_path / file).write_text(solution(problem, file) + (HERE / attack).read_text())
    return Submission(catalog.ROOT / "solutions", {file: tmp_path / file})


@pytest.mark.parametrize("name, verdict, fragment", rows(SHARD))
def test_an_attack_on_problem_199_gets_its_verdict(session, tmp_path, name, verdict, fragment):
    submission = shard_submission(tmp_path, "shard_tensor", name)
    limits = WITH_TIME if name in NEEDS_TIME else LIMITS
    report = grade(session, P199, submission, "q-rows", 2, limits)
    skip_without_layers(name, report)
    if "landlock" not in report.run.isolation:
        verdict, fragment = UNSCOPED.get(name, (verdict, fragment))
    check(report, verdict, fragment)


@pytest.mark.parametrize("name, verdict, fragment", rows(WHOLE))
def test_a_file_that_cannot_be_imported_gets_its_verdict(
    session, tmp_path, name, verdict, fragment
):
    submission = shard_submission(tmp_path, "whole_file", name)
    check(grade(session, P199, submission, "q-rows", 2), verdict, fragment)


@pytest.mark.parametrize("name, verdict, fragment", rows(ROW))
def test_an_attack_on_the_row_parallel_layer_gets_its_verdict(
    session, tmp_path, name, verdict, fragment
):
    limits = WITH_TIME if name in NEEDS_TIME else LIMITS
    report = grade(session, CH02, row_submission(tmp_path, name), "row-bias", 2, limits)
    skip_without_layers(name, report)
    check(report, verdict, fragment)


@pytest.mark.parametrize("name, verdict, fragment", rows(MODEL))
def test_an_attack_on_the_model_gets_its_verdict(session, tmp_path, name, verdict, fragment):
    submission = chapter_submission(tmp_path, CH11, "engine.py", f"model/{name}.py")
    check(grade(session, CH11, submission, "step", 2, Limits()), verdict, fragment)


@pytest.mark.parametrize("name, attack, case, tp, verdict, fragment", OTHERS)
def test_an_attack_on_another_problem_gets_its_verdict(
    session, tmp_path, name, attack, case, tp, verdict, fragment
):
    problem, path = catalog.find(name), f"others/{name}_{attack}.py"
    file = next(task.file for task in problem.tasks)
    submission = chapter_submission(tmp_path, problem, file, path)
    if not problem.chapter:
        submission = Submission(tmp_path)
    report = grade(session, problem, submission, case, tp, Limits())
    skip_without_layers(attack, report)
    check(report, verdict, fragment)


def test_two_ranks_only_is_wrong_on_four(session, tmp_path):
    submission = row_submission(tmp_path, "d22_two_ranks_only")
    assert grade(session, CH02, submission, "row-bias", 2).verdict == "accepted"
    assert grade(session, CH02, submission, "row-bias", 4).verdict == "wrong_answer"


def test_directories_a_thousand_deep_are_taken_away(tmp_path):
    with Session() as session:
        folder = session._template.directory
        submission = shard_submission(tmp_path, "shard_tensor", "c37_deep_directories")
        assert grade(session, P199, submission, "q-rows", 2, WITH_TIME).verdict == "accepted"
    assert not folder.exists()


def test_a_text_too_deep_for_the_parser_has_its_tasks_at_the_first_line():
    path = HERE / "whole_file" / "f03_minuses.py"
    places = course.places(P199, Submission(HERE, {"shard_tensor.py": path}))
    assert set(places.values()) == {"shard_tensor.py:1"}


HOSTILE = (
    "c02_deep_json",
    "c09_leaves_a_daemon",
    pytest.param("c04_kills_the_template", marks=pytest.mark.slow),
    pytest.param("c07_stops_its_parent", marks=pytest.mark.slow),
)


@pytest.mark.parametrize("name", HOSTILE)
def test_the_grading_after_an_attack_is_as_if_there_had_been_none(session, tmp_path, name):
    grade(session, P199, shard_submission(tmp_path, "shard_tensor", name), "q-rows", 2)
    (tmp_path / "shard_tensor.py").write_text(solution(P199))
    report = grade(session, P199, Submission(tmp_path), "q-rows", 2)
    assert report.verdict == "accepted"


def test_a_deadlock_names_both_lines(session, tmp_path):
    report = grade(session, CH02, row_submission(tmp_path, "d01_skips_on_rank_1"), "row-bias", 2)
    message = report.cases[0].message
    assert "linear.py:" in message and "return self.group.all_reduce(y)" in message
    assert "return y" in message.split("has returned")[1]


def test_hidden_cases_and_solutions_cannot_be_imported(session, tmp_path):
    text = "import judge.hidden.p199\n"
    (tmp_path / "shard_tensor.py").write_text(solution(P199) + text)
    report = grade(session, P199, Submission(tmp_path), "q-rows", 2)
    check(report, "import_error", "No module named 'judge.hidden'")


def test_there_are_more_seeds_than_ranks_could_try(session, tmp_path):
    """Ranks get a hash of the seed; who finds the seed knows the inputs of all ranks and cases."""
    (tmp_path / "shard_tensor.py").write_text(solution(P199))
    asked = Options(tp=(2,), case="q-rows")
    seeds = {session.grade(P199, Submission(tmp_path), asked).run.seed for _ in range(2)}
    assert len(seeds) == 2 and all(4 * len(seed) >= 48 for seed in seeds)
