"""Fixtures for tests that need the judge's ranks."""

import pytest

from bench import Bench


@pytest.fixture(scope="session")
def bench():
    """A warm template; every test's ranks are forked from it."""
    bench = Bench()
    yield bench
    bench.template.close()
