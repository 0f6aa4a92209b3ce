"""Fixtures for the tests of the lessons: a course that nobody has touched, and kernels in it."""

import pytest
from kernels import START, Kernel

from judge import catalog, notebooks, stubs


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """The root of a fresh clone."""
    root = notebooks.lay_out(catalog.ROOT, tmp_path_factory.mktemp("course"), solved=False)
    for path, text in stubs.generated().items():
        (root / path).write_text(text, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def folder(course):
    """Where the tests' cells are run."""
    return course / "chapters" / "ch02_linear"


@pytest.fixture(scope="module")
def kernel(course, folder):
    kernel = Kernel(course, folder)
    kernel.run(START)
    yield kernel
    kernel.close()
