"""The one-shot all-reduce, on forked ranks and against a peer that is played step by step."""

import importlib
import mmap
import random

import pytest
import torch

module = importlib.import_module("solutions.practice.209_one_shot_all_reduce.one_shot_all_reduce")
OneShotAllReduce = module.OneShotAllReduce


def shared(size, slot_bytes=1024):
    return mmap.mmap(-1, module.memory_bytes(size, slot_bytes))


def test_slots_lie_where_the_example_says():
    starts = [[module.slot_start(call, rank, 2, 128) for rank in (0, 1)] for call in (1, 2, 3)]
    assert starts == [[384, 512], [128, 256], [384, 512]]
    assert module.memory_bytes(2, 128) == 640


@pytest.mark.parametrize("tp", [1, 2, 3, 4])
def test_many_calls_give_the_sum_on_every_rank_with_the_same_bits(tp, on_ranks):
    memory = shared(tp)

    def run(group):
        reduce, draw, results = OneShotAllReduce(memory, group.rank, tp, 1024), random.Random(0), []
        for seed in range(300):
            generator = torch.Generator().manual_seed(seed)
            parts = torch.randn(tp, draw.randrange(257), generator=generator)
            x = parts[group.rank].clone()
            total = reduce.all_reduce(x)
            assert torch.allclose(total.double(), parts.double().sum(0), atol=1e-5)
            assert torch.equal(x, parts[group.rank])
            results.append(total.tolist())
        return results

    results = on_ranks(tp, run)
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize(
    "x", [torch.ones(2, 3).t(), torch.tensor(3.0), torch.ones(0, 4), torch.ones(5).bfloat16()]
)
def test_shapes_strides_and_dtypes_are_kept(x, on_ranks):
    memory = shared(2)

    def run(group):
        total = OneShotAllReduce(memory, group.rank, 2, 1024).all_reduce(x)
        return torch.equal(total, x * 2) and (total.shape, total.dtype) == (x.shape, x.dtype)

    assert on_ranks(2, run) == [True, True]


def test_a_peer_that_is_ahead_is_not_waited_for_and_nothing_of_it_is_lost():
    memory, pauses = shared(2), []
    mine = OneShotAllReduce(memory, 0, 2, 1024, pause=lambda: peer_step())
    peer = module.Counters(memory, 2)

    def write(call):
        mine.slots(call, torch.ones(1))[1].fill_(10.0 * call)
        peer.write(1, call)

    def peer_step():
        pauses.append(mine.counters.read(0))  # what this rank has published while it waits
        write(1)
        write(2)  # it has its sum, and makes its next call at once

    assert mine.all_reduce(torch.ones(1)).tolist() == [11]
    assert pauses == [1]
    assert mine.all_reduce(torch.ones(1)).tolist() == [21]
    assert pauses == [1]


def test_what_does_not_fit_is_refused_before_anything_is_written():
    memory = shared(2, 128)
    reduce = OneShotAllReduce(memory, 0, 2, 128)
    with pytest.raises(ValueError, match="132 bytes do not fit into a slot of 128"):
        reduce.all_reduce(torch.ones(33))
    assert bytes(memory) == bytes(len(memory)) and reduce.call == 0
