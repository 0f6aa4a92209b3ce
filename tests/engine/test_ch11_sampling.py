"""Drawing a token, the parameters of it, and the text of what was drawn: no rank is started."""

import pytest
import torch

from solutions.ch11_qwen3.engine import sample
from solutions.ch11_qwen3.sampling_params import SamplingParams
from solutions.ch11_qwen3.text import TextStream


def test_sampling_follows_the_probabilities():
    logits = torch.tensor([0.5, 0.3, 0.2]).log()[[2, 0, 1]]  # 0.2, 0.5, 0.3
    generator = torch.Generator().manual_seed(0)

    def shares(**params):
        params = SamplingParams(**params)
        drawn = [sample(logits, params, generator) for _ in range(4000)]
        return [drawn.count(token) / 4000 for token in range(3)]

    assert shares(temperature=1.0) == pytest.approx([0.2, 0.5, 0.3], abs=0.04)
    assert shares(temperature=1.0, top_p=0.6) == pytest.approx([0, 0.625, 0.375], abs=0.04)
    assert shares(temperature=1.0, top_p=0.5) == [0, 1, 0]
    assert shares(temperature=0.5)[1] == pytest.approx(0.25 / 0.38, abs=0.04)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"temperature": -0.1}, "temperature must be 0 or more, got -0.1"),
        ({"temperature": float("nan")}, "temperature must be 0 or more, got nan"),
        ({"top_p": 0.0}, "top_p must be above 0 and at most 1, got 0.0"),
        ({"top_p": 1.1}, "top_p must be above 0 and at most 1, got 1.1"),
        ({"max_tokens": 0}, "max_tokens must be a whole number from 1, got 0"),
        ({"max_tokens": 2.5}, "max_tokens must be a whole number"),
        ({"seed": -1}, "seed must be a whole number from 0"),
    ],
)
def test_parameters_that_mean_nothing_are_refused(params, message):
    with pytest.raises(ValueError, match=message):
        SamplingParams(**params)


def test_streamed_pieces_never_cut_a_character():
    text = "né €"
    stream = TextStream(lambda ids: bytes(ids).decode("utf-8", errors="replace"))
    pieces = [stream.push(byte) for byte in text.encode()]
    assert pieces == ["n", "", "é", " ", "", "", "€"] and stream.flush() == ""
    stream.push(0xE2)
    assert stream.flush() == "\ufffd"
