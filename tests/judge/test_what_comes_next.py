"""What the learner is told to do next, by where they stand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fake_session import FakeSession, answer

from judge import catalog, cli, course, progress
from judge.records import Problem
from judge.render.layout import Screen

pytestmark = pytest.mark.usefixtures("newcomer")
SCREEN = Screen(100)
Stand = Callable[..., None]


@pytest.fixture
def stand(monkeypatch: pytest.MonkeyPatch) -> Stand:
    """Sets how problems stand: `stand(ch04="passed")`. What is not named is untouched."""

    def set_to(**states: progress.State) -> None:
        def found(problems: list[Problem], path: object = None) -> dict[str, progress.State]:
            return {problem.id: states.get(problem.id, "none") for problem in problems}

        monkeypatch.setattr(progress, "states", found)
        monkeypatch.setattr(
            course, "open_tasks", lambda p, tree: [] if p.id in states else _open_tasks(p, tree)
        )
        monkeypatch.setattr(course, "first_failed", lambda problem, submission: None)

    return set_to


_open_tasks = course.open_tasks


def show(name: str) -> str:
    return "\n".join(course.show_page(catalog.find(name), SCREEN))


def test_the_page_of_a_passed_problem_says_what_comes_next_in_the_course(stand: Stand) -> None:
    stand(ch01="passed", p198="passed")
    page = show("198")
    assert "now grade it whole" not in page
    assert "Next: ch02.1 " in page and page.endswith("python practice/judge.py ch02")


def test_the_page_of_a_passed_problem_says_nothing_more_when_all_is_passed(stand: Stand) -> None:
    stand(**{problem.id: "passed" for problem in course.ready()})
    assert "Next" not in show("198")


def test_the_page_of_a_problem_that_changed_since_it_passed_says_how_to_grade_it(
    stand: Stand,
) -> None:
    stand(p198="stale")
    assert "Next: 198 " in show("198") and "now grade it whole" in show("198")


def next_page() -> str:
    return course.next_page(SCREEN)[0]


@pytest.mark.parametrize(
    ("states", "task"),
    [
        ({}, "ch01.1 "),
        ({"ch01": "passed"}, "ch02.1 "),
        ({"ch04": "passed"}, "ch05.1 "),  # the map allows to begin there
        ({"ch01": "passed", "ch04": "passed", "ch05": "passed"}, "ch06.1 "),
        ({"ch13": "passed"}, "ch01.1 "),  # nothing follows it
        ({"ch02": "failed", "ch04": "passed"}, "ch02 "),
        ({"ch02": "stale", "ch04": "passed"}, "ch02 "),
        ({"ch04": "failed"}, "ch04 "),
        ({"p199": "passed"}, "ch01.1 "),
    ],
)
def test_next_is_what_is_begun_or_what_follows_the_last_passed_chapter(
    states: dict[str, progress.State], task: str, stand: Stand
) -> None:
    stand(**states)
    assert next_page().startswith(f"Next: {task}")


def test_next_is_practice_once_all_chapters_are_passed(stand: Stand) -> None:
    chapters: dict[str, progress.State] = {p.id: "passed" for p in course.ready() if p.chapter}
    stand(**chapters, p191="passed")
    assert next_page().startswith("Next: 192")


def test_next_is_a_chapter_whose_first_task_is_written_and_was_never_graded(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand()
    monkeypatch.setattr(
        course, "open_tasks",
        lambda p, tree: _open_tasks(p, tree)[1:] if p.id == "ch05" else _open_tasks(p, tree),
    )  # fmt: skip
    assert next_page().startswith("Next: ch05.2 ")


@pytest.mark.parametrize(
    ("name", "states", "task", "command"),
    [
        ("ch04", {}, "ch05.1 ", "next"),
        ("ch04", {"ch02": "failed"}, "ch05.1 ", "show ch05"),
        ("ch13", {}, "ch01.1 ", "next"),  # the last of its kind
        ("199", {}, "200.1 ", "show 200"),
        ("199", {"p200": "passed"}, "201.1 ", "show 201"),
    ],
)
def test_an_accepted_problem_ends_with_the_next_open_one_of_its_kind(
    name: str, states: dict[str, progress.State], task: str, command: str, stand: Stand,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    problem = catalog.find(name)
    stand(**states, **{problem.id: "passed"})
    cli.main([name], lambda: FakeSession({problem.id: answer(problem.id)}))
    last = " ".join(capsys.readouterr().out.split("  Next ")[-1].split())
    assert last.startswith(task) and last.endswith(f"python practice/judge.py {command}")


def test_check_names_what_next_names(stand: Stand, capsys: pytest.CaptureFixture[str]) -> None:
    stand(ch04="passed")
    assert cli.main(["check"], lambda: FakeSession({"ch04": answer("ch04")})) == 5
    out = capsys.readouterr().out
    assert next_page() in out and "Next: ch05.1 " in out


def test_an_accepted_task_ends_with_the_next_open_task_of_its_problem(
    stand: Stand, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stand()
    monkeypatch.setattr(
        course, "open_tasks",
        lambda p, tree: _open_tasks(p, tree)[1:] if p.id == "ch01" else _open_tasks(p, tree),
    )  # fmt: skip
    cli.main(["ch01.1"], lambda: FakeSession({"ch01": answer("ch01")}))
    assert "  Next        ch01.2 " in capsys.readouterr().out


def test_an_accepted_task_of_a_chapter_that_is_all_written_ends_with_grading_it_whole(
    stand: Stand, capsys: pytest.CaptureFixture[str]
) -> None:
    stand(ch01="none")
    cli.main(["ch01.1"], lambda: FakeSession({"ch01": answer("ch01")}))
    last = " ".join(capsys.readouterr().out.split("  Next ")[-1].split())
    assert last.startswith("ch01 ") and "now grade it whole" in last
    assert last.endswith("python practice/judge.py ch01")


def test_the_page_of_practice_keeps_its_code_line_by_line() -> None:
    page = show("208").splitlines()
    assert "ncclResult_t ncclGetUniqueId(ncclUniqueId* uniqueId);" in page
    assert max(map(len, page[: page.index("```c")])) <= 100  # the text around it is folded
