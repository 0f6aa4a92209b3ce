"""Fixtures for tests that need the judge's ranks."""

import pytest
from grader import Grader

from bench import Bench
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
