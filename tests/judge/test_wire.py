"""What crosses between processes: any pieces, and nothing malformed gets through."""

import contextlib
import json
import struct

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from judge import wire
from judge.errors import WireError

SMALL = st.lists(st.integers(0, 3), max_size=3).map(tuple)


def frame(head, body=b"", head_size=None, body_size=None):
    """A frame by hand; the sizes may lie."""
    head = head if isinstance(head, bytes) else json.dumps(head).encode()
    sizes = (
        len(head) if head_size is None else head_size,
        len(body) if body_size is None else body_size,
    )
    return struct.pack("<QQ", *sizes) + head + body


def decode(data):
    return list(wire.Decoder().feed(data))


def listing(*entries, body=b""):
    return frame({"message": 1, "arrays": list(entries)}, body)


@given(
    st.sampled_from(sorted(wire.STORAGE)),
    SMALL,
    st.integers(0, 2**32 - 1),
    st.integers(1, 40),
    st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5),
)
def test_a_frame_arrives_whole_whatever_pieces_it_comes_in(dtype, shape, seed, piece, message):
    size = int(np.prod(shape)) * np.dtype(wire.STORAGE[dtype]).itemsize
    array = wire.Array(dtype, shape, np.random.default_rng(seed).bytes(size))
    data = wire.encode(message, {"a": array, "b": array})
    decoder = wire.Decoder()
    got = [f for i in range(0, len(data), piece) for f in decoder.feed(data[i : i + piece])]
    assert got == [(message, {"a": array, "b": array})]


def test_several_frames_in_one_piece_come_out_in_order():
    data = wire.encode(1) + wire.encode(2) + wire.encode(3)
    assert [message for message, _ in decode(data + b"\x01")] == [1, 2, 3]


def test_a_bad_frame_after_good_ones_leaves_the_good_ones():
    got, frames = [], wire.Decoder().feed(wire.encode(1) + frame(b"{"))
    with pytest.raises(WireError):
        got.extend(message for message, _ in frames)
    assert got == [1]


@pytest.mark.parametrize("cut", [0, 1, 15, 16, 17, 40])
def test_a_truncated_frame_gives_nothing_yet(cut):
    assert decode(wire.encode({"kind": "run"}, {"x": wire.from_numpy(np.ones(3))})[:cut]) == []


@given(st.binary(max_size=200))
def test_bytes_that_are_no_frame_raise_nothing_else_than_a_wire_error(data):
    for tail in (data, struct.pack("<QQ", len(data), 0) + data):
        with contextlib.suppress(WireError):
            decode(tail)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda part: (
        st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=8), part, max_size=4)
    ),
    max_leaves=12,
)


@given(JSON, JSON, st.binary(max_size=64))
def test_any_json_as_head_is_read_or_refused(message, arrays, body):
    for head in (
        message,
        {"message": message, "arrays": arrays},
        {"message": 0, "arrays": [arrays]},
    ):
        with contextlib.suppress(WireError):
            decode(frame(head, body))


@pytest.mark.parametrize(
    "head",
    [b"", b"{", b"null", b"[]", b"3", b'"x"', b'{"message": 1}', b'{"arrays": []}', b"\xff\xfe",
     b'{"message": 1, "arrays": {}}', b'{"message": 1, "arrays": [1]}', b"\x00" * 20,
     b'{"message": ' + b"9" * 5000 + b', "arrays": []}'],
)  # fmt: skip
def test_a_head_of_another_form_is_refused(head):
    with pytest.raises(WireError):
        decode(frame(head))


@pytest.mark.parametrize("opening, closing", [("[", "]"), ('{"a":', "}")])
@pytest.mark.parametrize("depth", [40, 100_000])
def test_deep_nesting_is_refused(opening, closing, depth):
    inner = opening * depth + "1" + closing * depth
    head = f'{{"message": {inner}, "arrays": []}}'.encode()
    with pytest.raises(WireError, match="nested too deeply"):
        decode(frame(head))


def test_brackets_in_a_text_are_no_nesting():
    text = "[" * 500 + "{" * 500
    assert decode(wire.encode({"kind": text, text: [[1]]})) == [({"kind": text, text: [[1]]}, {})]


@pytest.mark.parametrize(
    "head_size, body_size",
    [(wire.MAX_HEAD + 1, 0), (2, wire.MAX_BODY + 1), (2**64 - 1, 2**64 - 1), (0, 2**63)],
)
def test_a_huge_size_is_refused_before_its_bytes_are_waited_for(head_size, body_size):
    with pytest.raises(WireError, match="too large"):
        decode(frame(b"{}", head_size=head_size, body_size=body_size))


@pytest.mark.parametrize(
    "shape",
    [[-1], [2, -2], [10**12], [10**30], [2**63], [2**32, 2**32], [0, 2**62], [0] + [2**28] * 15,
     [1.0], ["4"], [True], [None], [[4]], "4", 4, None, {"0": 4}, [1] * 17],
)  # fmt: skip
def test_a_shape_that_does_not_describe_the_bytes_is_refused(shape):
    with pytest.raises(WireError):
        decode(listing(["x", "float32", shape], body=b"\0" * 16))


@pytest.mark.parametrize(
    "dtype", ["float128", "object", "O", "", None, 3, ["float32"], {"a": 1}, "<f4"]
)
def test_a_dtype_that_is_not_listed_is_refused(dtype):
    with pytest.raises(WireError):
        decode(listing(["x", dtype, [4]], body=b"\0" * 16))


@pytest.mark.parametrize("name", [None, 3, ["x"], "x" * 401])
def test_a_name_that_is_no_short_text_is_refused(name):
    with pytest.raises(WireError):
        decode(listing([name, "uint8", [4]], body=b"\0" * 4))


def test_two_arrays_of_one_name_are_refused():
    with pytest.raises(WireError, match="'x'"):
        decode(listing(["x", "uint8", [2]], ["x", "uint8", [2]], body=b"\0" * 4))


@pytest.mark.parametrize("size", [3, 5])
def test_bytes_too_few_or_too_many_are_refused(size):
    with pytest.raises(WireError):
        decode(listing(["x", "float32", [1]], body=b"\0" * size))


def test_more_arrays_than_a_message_may_have_are_refused():
    entries = [[str(i), "uint8", [0]] for i in range(wire.MAX_ARRAYS + 1)]
    with pytest.raises(WireError):
        decode(listing(*entries))


@pytest.mark.parametrize("dtype", sorted(set(wire.STORAGE) - {"bfloat16"}))
def test_numpy_values_survive_the_way(dtype):
    values = np.array([[0, 1, 2], [3, 4, 5]]).astype(dtype)
    array = wire.from_numpy(values.T)  # not contiguous
    assert array.shape == (3, 2) and array.dtype == dtype
    assert np.array_equal(array.numpy(), values.T)


def test_a_scalar_stays_a_scalar():
    assert wire.from_numpy(np.array(2.5)).shape == ()
    assert wire.from_numpy(np.array(2.5)).numpy() == 2.5


def test_what_no_dtype_names_cannot_be_sent():
    with pytest.raises(WireError, match="object"):
        wire.from_numpy(np.array([None]))


def test_any_byte_but_zero_is_true():
    values = wire.Array("bool", (4,), b"\0\1\2\xff").numpy()
    assert np.array_equal(values, [False, True, True, True])


@given(st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=20))
def test_bfloat16_is_rounded_as_torch_does_it(bits):
    values = np.array(bits, np.uint32).view(np.float32)
    want = torch.from_numpy(values.copy()).bfloat16().float().numpy()
    got = wire.from_numpy(values, "bfloat16").numpy()
    assert np.array_equal(got, want, equal_nan=True)


def test_every_bfloat16_comes_back_bit_for_bit():
    bits = np.arange(1 << 16, dtype="<u2")
    values = wire.Array("bfloat16", bits.shape, bits.tobytes()).numpy()
    finite = ~np.isnan(values)
    assert np.array_equal(wire.to_bfloat16_bits(values)[finite], bits[finite])
    assert np.isnan(wire.from_numpy(values, "bfloat16").numpy()[~finite]).all()
