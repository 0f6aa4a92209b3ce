"""How a result is printed: short, whatever its shape."""

import numpy as np
import pytest

from judge import compare
from judge.compare import difference
from judge.wire import from_numpy


@pytest.mark.parametrize("shape", [(1 << 28, 0), (0, 1 << 28), (50, 0), (49,)])
def test_a_long_array_is_told_by_its_shape_even_without_numbers(shape):
    text = compare.show(np.empty(shape, np.float32))
    assert text.startswith("[" + ", ".join(map(str, shape)) + "]")
    assert len(text) < 200


def test_a_short_array_is_printed_whole():
    assert compare.show(np.array([[1.0, 2.5], [3.0, 4.0]])) == "[[1, 2.5], [3, 4]]"


def test_numbers_that_are_printed_alike_are_told_by_the_one_that_is_furthest_off():
    expected = np.array([[1.0, 2.00001], [3.0, 4.0]], np.float32)
    got = expected + np.array([[0, 2e-5], [1e-6, 0]], np.float32)
    found = difference("y", expected, from_numpy(got), tolerance=1e-7)
    assert found.expected == found.actual == "[[1, 2], [3, 4]]"
    assert found.sentence == (
        "y has wrong values, furthest off at index [0, 1]: 2.00003, expected 2.00001"
    )


def test_numbers_that_are_printed_differently_speak_for_themselves():
    found = difference("y", np.ones(2), from_numpy(np.zeros(2)))
    assert found.sentence == "y has wrong values"


def test_bytes_have_a_length_and_no_shape():
    found = difference("payload 0", np.zeros(3, np.uint8), from_numpy(np.zeros(8, np.uint8)))
    assert found.sentence == "payload 0 has 8 bytes, expected 3"


@pytest.mark.parametrize("got", [[1.0, 2.0], [np.inf, np.inf], [-np.inf, 2.0], [np.nan, 2.0]])
def test_nothing_is_near_an_infinity_but_itself(got):
    expected = np.array([np.inf, 2.0])
    assert difference("y", expected, from_numpy(np.array(got)), tolerance=0.1) is not None
    assert difference("y", expected, from_numpy(np.array([np.inf, 2.05])), tolerance=0.1) is None


@pytest.mark.parametrize(
    "name, expected, got, sentence",
    [
        ("y is x", True, False, "y is not x"),
        ("y is x", False, True, "y is x"),
        ("daemons", True, False, "daemons is False"),
        ("y is x", True, 1, "y is x is 1"),
    ],
)
def test_whether_something_is_so_is_told_as_a_sentence(name, expected, got, sentence):
    assert compare.value_difference(name, expected, got).sentence == sentence
