"""Fixtures for tests that need the judge's ranks, or a learner who has not begun."""

import pytest
from clones import make_clone
from grader import Grader

from bench import Bench
from judge import catalog, progress, stubs, todo, trace_file
from judge.grade import Session


@pytest.fixture(scope="session")
def bench():
    """A warm template; every test's ranks are forked from it."""
    bench = Bench()
    yield bench
    bench.template.close()


@pytest.fixture(scope="module")
def grader(tmp_path_factory):
    """A warm judge that grades solutions with some of their text replaced."""
    with Session() as session:
        yield Grader(session, tmp_path_factory.mktemp("submission"))


@pytest.fixture
def newcomer(monkeypatch, tmp_path):
    """The judge in this process sees files without a word of the learner's, and no progress."""
    written = {catalog.ROOT / path: text for path, text in stubs.generated().items()}
    text_of = todo.text_of
    monkeypatch.setattr(todo, "text_of", lambda path: written.get(path) or text_of(path))
    monkeypatch.setattr(progress, "PATH", tmp_path / "saved" / "progress.json")
    monkeypatch.setattr(trace_file, "FOLDER", tmp_path / "saved" / "traces")


@pytest.fixture(scope="session")
def fresh_clone(tmp_path_factory):
    """What a newcomer has, for tests that change none of it."""
    return make_clone(tmp_path_factory.mktemp("fresh") / "clone")
