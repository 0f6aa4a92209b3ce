"""One warm judge for all attacks."""

import pytest

from judge.grade import Session


@pytest.fixture(scope="session")
def session():
    with Session() as session:
        yield session
