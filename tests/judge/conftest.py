"""Fixtures for tests that need the judge's ranks, or a learner who has not begun."""

import pytest
from clones import make_clone
from grader import Grader

from bench import Bench
from judge import catalog, progress, stubs, todo, trace_file
from judge.grade import Session


@pytest.fixture(scope="session")
def session():
    """A warm judge. To start one takes a second or two: it imports torch."""
    with Session() as session:
        yield session


@pytest.fixture(scope="session")
def bench(session):
    """Forks ranks that run plain functions."""
    return Bench(session.template)


@pytest.fixture(scope="session")
def grader(session, tmp_path_factory):
    """Grades solutions with some of their text replaced."""
    return Grader(session, tmp_path_factory.mktemp("submission"))


@pytest.fixture(scope="session")
def untouched():
    """The text of each file that the learner is given, by its path here."""
    return {catalog.ROOT / path: text for path, text in stubs.generated().items()}


@pytest.fixture
def newcomer(untouched, monkeypatch, tmp_path):
    """The judge in this process sees files without a word of the learner's, and no progress."""
    text_of = todo.text_of
    monkeypatch.setattr(todo, "text_of", lambda path: untouched.get(path) or text_of(path))
    monkeypatch.setattr(progress, "PATH", tmp_path / "saved" / "progress.json")
    monkeypatch.setattr(trace_file, "FOLDER", tmp_path / "saved" / "traces")


@pytest.fixture(scope="session")
def fresh_clone(tmp_path_factory):
    """What a newcomer has, for tests that change none of it."""
    return make_clone(tmp_path_factory.mktemp("fresh") / "clone")
