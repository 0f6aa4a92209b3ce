"""Chapter 11: which of a rank's calls are the sums of hidden states."""

from dataclasses import replace

import pytest

from judge.hidden.ch11_sums import faked
from judge.hidden.qwen3_numpy import Sizes
from judge.records import Collective, GroupRun, Inputs, RankRun, Verdict

SIZES = Sizes(509, 96, 320, 1, 8, 2, 32)
OF_ALL = (0, 1, 2, 3)


def called(rank, shape, dtype="float32", group=OF_ALL):
    return Collective("all_reduce", group, shape, dtype, 0, "sum", checksum=rank + 1)


def run_of(calls_of):
    ranks = tuple(RankRun(r, "returned", collectives=tuple(calls_of(r))) for r in OF_ALL)
    return GroupRun(4, Verdict.ACCEPTED, ranks)


def found(calls_of):
    return faked(Inputs(secret={"sizes": SIZES}), run_of(calls_of))


@pytest.mark.parametrize("shape", [(7, 96), (96, 7), (1, 7, 96), (672,)])
def test_three_sums_are_a_forward_of_one_layer_in_whatever_shape(shape):
    assert found(lambda rank: [called(rank, shape)] * 3) is None


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_what_finds_the_tokens_is_no_sum_though_its_numbers_are_as_many(dtype):
    exchange = (12, 4, 2)  # 96 numbers: 12 sequences, 4 ranks, a logit and its id
    calls = lambda rank: [called(rank, (12, 96))] * 3 + [called(rank, exchange, dtype)]  # noqa: E731
    assert found(calls) is None


def test_a_sum_in_a_group_of_one_rank_is_none():
    lonely = found(lambda rank: [called(rank, (7, 96), group=(rank,))] * 3)
    assert lonely.message == "Rank 0 makes 0 all_reduces of hidden states."
    zeros = found(lambda rank: [replace(called(rank, (7, 96)), checksum=rank)] * 3)
    assert "Rank 0 adds only zeros" in zeros.message
