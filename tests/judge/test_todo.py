"""What of a task is not written yet: all of it, or the rest of it."""

from dataclasses import replace

import pytest
from grader import failing

from judge import assemble, catalog, course, splice, todo
from judge.records import Verdict

CH11 = catalog.find("ch11")
MLP = CH11.tasks[0]  # __init__ and forward


def with_gaps(names):
    """The solution of chapter 11's first file without these functions."""
    text = assemble.solution_texts(CH11)[MLP.file]
    return splice.make_stub(text, [replace(MLP, names=tuple(names))])


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / MLP.file
        path.write_text(text)
        return path

    return write


def test_a_task_of_which_one_function_is_written_is_begun_and_open_where_the_other_is(file):
    text = with_gaps(["Qwen3MLP.forward"])
    [one] = todo.of_file(file(text), [MLP])
    assert one.begun and one.name == "Qwen3MLP.forward"
    line = int(one.place.rpartition(":")[2])
    assert text.splitlines()[line - 1].strip().startswith("def forward(")


def test_a_task_without_a_word_is_open_where_its_first_function_is(file):
    text = with_gaps(MLP.names)
    [one] = todo.of_file(file(text), [MLP])
    line = int(one.place.rpartition(":")[2])
    assert not one.begun and "__init__" in text.splitlines()[line - 1]


def test_nothing_is_open_of_what_is_written(file):
    assert todo.of_file(file(with_gaps([])), [MLP]) == []


def test_a_private_helper_may_stay_empty(file):
    problem = catalog.find("208")
    task = next(task for task in problem.tasks if "PyNccl._refuse" in task.names)
    [text] = [t for name, t in assemble.solution_texts(problem).items() if name == task.file]
    stub = splice.make_stub(text, [replace(task, names=("PyNccl._refuse",))])
    assert todo.of_file(file(stub), [task]) == []


def test_a_grading_says_which_function_of_a_task_is_missing(grader):
    texts = assemble.solution_texts(CH11) | {MLP.file: with_gaps(["Qwen3MLP.forward"])}
    report = grader.report(CH11, texts, task="ch11.1")
    mine = [case for case in report.cases if case.name == "mlp"]
    assert {case.verdict for case in mine} == {Verdict.NOT_STARTED}
    assert {case.message for case in mine} == {"forward is not written yet."}
    assert failing(report) == []


def test_a_problem_of_which_half_a_task_is_written_is_begun(grader, tmp_path, monkeypatch):
    monkeypatch.setattr(course, "path_of", lambda problem, submission, name: tmp_path / name)
    stubs = {name: splice.make_stub(text, [t for t in CH11.tasks if t.file == name])
             for name, text in assemble.solution_texts(CH11).items()}  # fmt: skip
    for name, text in stubs.items():
        (tmp_path / name).write_text(text)
    assert course.num_unstarted(CH11, None) == len(CH11.tasks)
    begun = splice.replace_bodies(
        stubs[MLP.file], "class Qwen3MLP:\n    def __init__(self): x = 1\n"
    )
    (tmp_path / MLP.file).write_text(begun)
    assert course.num_unstarted(CH11, None) == len(CH11.tasks) - 1
    assert course.first_open(CH11, None).name == "Qwen3MLP.forward"
