"""What the learner is told to do next, by where they stand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from judge import catalog, course, progress
from judge.records import Problem
from judge.render.layout import Screen

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
    assert "not graded as it is now" not in page
    assert "Next: ch02.1 " in page and page.endswith("python practice/judge.py ch02")


def test_the_page_of_a_passed_problem_says_nothing_more_when_all_is_passed(stand: Stand) -> None:
    stand(**{problem.id: "passed" for problem in course.ready()})
    assert "Next" not in show("198")


def test_the_page_of_a_problem_that_changed_since_it_passed_says_how_to_grade_it(
    stand: Stand,
) -> None:
    stand(p198="stale")
    assert "Next: 198 " in show("198") and "not graded as it is now" in show("198")
