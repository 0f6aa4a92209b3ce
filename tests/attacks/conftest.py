"""One warm judge for the attacks of a file."""

import pytest

from judge.grade import Session


@pytest.fixture(scope="module")
def session():
    with Session() as session:
        yield session
