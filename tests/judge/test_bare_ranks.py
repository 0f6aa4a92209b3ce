"""Ranks that make their own process group, and ranks that must not."""

import contextlib
import os

import pytest
import torch
import torch.distributed as dist

from bench import call, statuses, violations

# ranks that make their own process group


def starts_gloo(rank, size):
    dist.init_process_group("gloo", rank=rank, world_size=size, init_method="tcp://x:1")
    x = torch.ones(1)
    dist.all_reduce(x)
    name = dist.get_backend()
    dist.destroy_process_group()
    return {"name": name, "x": x}


def starts_nccl(rank, size):
    dist.init_process_group("nccl")
    env = [os.environ[name] for name in ("RANK", "WORLD_SIZE", "LOCAL_RANK")]
    return {
        "name": dist.get_backend(),
        "env": env,
        "ranks": [dist.get_rank(), dist.get_world_size()],
    }


def starts_as_another(rank, size):
    dist.init_process_group("gloo", rank=0, world_size=size + 1)


def starts_unknown(rank, size):
    dist.init_process_group("glue")


def starts_twice(rank, size):
    dist.init_process_group("gloo")
    dist.init_process_group("gloo")


def communicates_without(rank, size):
    dist.all_reduce(torch.ones(1))


@pytest.mark.parametrize("size", [2, 3])
def test_a_bare_ranks_own_init_is_answered(bench, size):
    run = bench.run(size, starts_gloo, bare=True)
    for rank in run.ranks:
        assert (rank.status, rank.violations) == ("returned", ())
        assert rank.values["name"] == "gloo"
        assert rank.arrays["x"].numpy().tolist() == [size]


def test_a_bare_rank_is_told_who_it_is_as_torchrun_does(bench):
    run = bench.run(2, starts_nccl, bare=True)
    assert run.ranks[1].values == {"name": "nccl", "env": ["1", "2", "1"], "ranks": [1, 2]}


@pytest.mark.parametrize(
    "program, error, fragment",
    [
        (starts_as_another, "ContractViolation", "was told rank 0 of 3; this is rank 0 of 2"),
        (starts_unknown, "ContractViolation", "'glue'"),
        (starts_twice, "ValueError", "twice"),
        (communicates_without, "ValueError", "Default process group"),
    ],
)
def test_a_wrong_init_is_refused_in_words(bench, program, error, fragment):
    raised = bench.run(2, program, bare=True).ranks[0].raised
    assert raised.type == error and fragment in raised.message


def test_a_group_that_is_left_open_is_gone_in_the_next_case(bench):
    text = "import torch.distributed as dist\n\n\ndef main(rank, size):\n"
    text += "    dist.init_process_group('gloo')\n    dist.barrier()\n"
    group = bench.group(2, text, bare=True)
    for _ in range(2):
        assert statuses(call(group, "main")) == ["returned"] * 2
    group.close()


def destroys_the_group(rank, size):
    dist.destroy_process_group()


def starts_another_group(rank, size):
    with contextlib.suppress(RuntimeError):
        dist.init_process_group("gloo", rank=rank, world_size=size, init_method="tcp://127.0.0.1:1")


@pytest.mark.parametrize(
    "program, fragment", [(destroys_the_group, "destroyed"), (starts_another_group, "already")]
)
def test_the_group_that_is_handed_out_is_neither_destroyed_nor_replaced(bench, program, fragment):
    assert fragment in violations(bench.run(2, program))[0]
