"""TorchGroup on real gloo ranks."""

import pytest
import torch
import torch.distributed as dist

from solutions.ch08_communicator.communicator import (
    PLUGINS,
    TorchGroup,
    choose_group,
    init_distributed,
)


def joined(rank, size, dim):
    """What rank-labelled (2, 3) matrices give, concatenated in rank order."""
    return torch.cat([torch.full((2, 3), float(r)) for r in range(size)], dim)


def world():
    return TorchGroup(dist.group.WORLD)


@pytest.mark.parametrize("tp", [2, 3, 4])
def test_the_four_collectives_do_what_the_protocol_says(tp, on_ranks):
    def check(_):
        group = world()
        x = torch.full((2, 3), float(group.rank))
        for dim in (0, 1, -1):
            assert torch.equal(group.all_gather(x, dim), joined(group.rank, tp, dim))
            for dst in range(tp):
                gathered = group.gather(x, dim, dst)
                if group.rank == dst:
                    assert torch.equal(gathered, joined(group.rank, tp, dim))
                else:
                    assert gathered is None
        for src in range(tp):
            assert (group.broadcast(x.clone(), src) == src).all()
        assert (group.all_reduce(x) == sum(range(tp))).all()
        return group.rank, group.size

    assert on_ranks(tp, check) == [(rank, tp) for rank in range(tp)]


def test_the_default_dimension_is_the_last(on_ranks):
    def shapes(_):
        x = torch.zeros(2, 3, 4)
        return world().all_gather(x).shape, world().gather(x, dst=1) is not None

    assert on_ranks(2, shapes) == [((2, 3, 8), False), ((2, 3, 8), True)]


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.int64, torch.float64])
def test_other_dtypes_travel_too(dtype, on_ranks):
    def total(_):
        return world().all_reduce(torch.ones(3, dtype=dtype)).tolist()

    assert on_ranks(2, total) == [[2, 2, 2]] * 2


@pytest.mark.parametrize("name", ["all_reduce", "all_gather", "gather", "broadcast"])
def test_a_strided_tensor_is_refused_on_every_rank(name, on_ranks):
    def refused(_):
        with pytest.raises(ValueError, match=r"shape \(3, 2\) with strides \(1, 3\)"):
            getattr(world(), name)(torch.ones(2, 3).t())
        return True

    assert on_ranks(2, refused) == [True, True]


def test_two_groups_in_a_world_of_four_do_not_mix(on_ranks):
    def run(_):
        pairs = [dist.new_group([0, 1]), dist.new_group([2, 3])]
        group = TorchGroup(pairs[dist.get_rank() // 2])
        x = torch.tensor([float(dist.get_rank())])
        results = [
            group.rank,
            group.all_gather(x, 0).tolist(),
            group.gather(x, 0, dst=1),
            group.broadcast(x.clone(), src=1).item(),
            group.all_reduce(x.clone()).item(),
        ]
        with pytest.raises(ValueError, match="not a member"):
            TorchGroup(pairs[1 - dist.get_rank() // 2])
        with pytest.raises(ValueError, match="no rank 2 in a group of 2"):
            group.broadcast(x, src=2)
        return results

    results = on_ranks(4, run)
    assert results[0][:2] == [0, [0, 1]] and results[3][:2] == [1, [2, 3]]
    assert results[2][2] is None and results[3][2].tolist() == [2, 3]
    assert [r[3:] for r in results] == [[1, 1], [1, 1], [3, 5], [3, 5]]


def test_a_group_of_one_calls_no_collective(on_ranks, monkeypatch):
    def run(_):
        alone = [dist.new_group([rank]) for rank in range(2)]
        group = TorchGroup(alone[dist.get_rank()])
        for name in ("all_reduce", "all_gather", "gather", "broadcast"):
            monkeypatch.setattr(dist, name, None)
        x = torch.ones(2)
        return (
            all(y is x for y in (group.all_reduce(x), group.all_gather(x), group.gather(x)))
            and group.broadcast(x) is x
        )

    assert on_ranks(2, run) == [True, True]


def test_control_messages_use_their_own_group_when_there_is_one(on_ranks):
    def run(_):
        control = dist.new_group()
        group = TorchGroup(dist.group.WORLD, control)
        alone = world()
        assert alone.control is alone
        assert group.control.process_group is control and group.control.size == 2
        return group.control.broadcast(torch.tensor([group.rank + 5]), src=1).item()

    assert on_ranks(2, run) == [6, 6]


def test_a_rank_outside_the_world_is_refused():
    with pytest.raises(ValueError, match="no rank 2 in a world of 2"):
        init_distributed(2, 2)


def test_the_default_plugin_gives_the_group_itself_and_unknown_names_are_listed(monkeypatch):
    group = object()
    assert choose_group(group) is group
    monkeypatch.setitem(PLUGINS, "wrapped", lambda group: ("wrapped", group))
    assert choose_group(group, "wrapped") == ("wrapped", group)
    message = "no communicator 'shmem', there are: torch, shm, auto, wrapped"
    with pytest.raises(ValueError, match=message):
        choose_group(group, "shmem")
