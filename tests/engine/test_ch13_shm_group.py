"""ShmGroup on real processes: what it computes, against sums in float64 and against gloo."""

import random
import sys

import pytest
import torch
import torch.distributed as dist

from solutions.ch08_communicator.communicator import TorchGroup, choose_group
from solutions.ch13_fast_collectives import segment, shm_group
from solutions.ch13_fast_collectives.shm_group import ShmGroup, sum_in_rank_order

SIZES = [2, 3, 4]
# As numbers of float32: nothing, fewer than ranks, and around the bounds that `small_slots` sets.
COUNTS = [0, 1, 2, 3, 5, 255, 256, 257, 258, 1023, 1024, 1025, 2600]
TOLERANCE = {torch.float64: 1e-15, torch.float32: 1e-6, torch.bfloat16: 0.02, torch.float16: 2e-3}


@pytest.fixture
def small_slots(monkeypatch):
    """4096 bytes a slot, and two steps above 1024: all paths with little memory."""
    monkeypatch.setattr(segment, "SLOT_BYTES", 4096)
    monkeypatch.setattr(shm_group, "ONE_SHOT_BYTES", 1024)


def world():
    return TorchGroup(dist.group.WORLD)


def shm_world():
    return choose_group(world(), "shm")


def numbers(count, dtype, rank, seed=0):
    """What a rank brings: any rank can make what another has."""
    generator = torch.Generator().manual_seed(1000 * seed + rank)
    if dtype == torch.int64:
        return torch.randint(-(2**40), 2**40, (count,), generator=generator)
    return torch.randn(count, dtype=torch.float64, generator=generator).to(dtype)


def bits(x):
    return x.view(torch.uint8).tolist() if x.numel() else []


def assert_is_the_sum(x, dtype, size, seed=0):
    parts = torch.stack([numbers(x.numel(), dtype, rank, seed) for rank in range(size)])
    if dtype == torch.int64:
        assert torch.equal(x.flatten(), parts.sum(0))
    else:
        bound = TOLERANCE[dtype] * parts.double().abs().sum(0)
        assert ((x.flatten().double() - parts.double().sum(0)).abs() <= bound).all()


@pytest.mark.parametrize("tp", SIZES)
@pytest.mark.parametrize("dtype", [*TOLERANCE, torch.int64])
def test_all_reduce_sums_every_size_with_the_same_bits_on_all_ranks(
    tp, dtype, small_slots, on_ranks
):
    def check(_):
        group, results = shm_world(), []
        for count in COUNTS:
            x = numbers(count, dtype, group.rank)
            assert group.all_reduce(x) is x
            assert_is_the_sum(x, dtype, tp)
            results.append(bits(x))
        return results

    results = on_ranks(tp, check)
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize("tp", SIZES)
def test_a_message_larger_than_the_real_slots_is_summed_too(tp, on_ranks):
    count = segment.SLOT_BYTES // 4 * 2 + 12345

    def check(_):
        group = shm_world()
        x = numbers(count, torch.float32, group.rank)
        assert_is_the_sum(group.all_reduce(x), torch.float32, tp)
        return torch.frombuffer(x.numpy(), dtype=torch.int64, count=count // 2).sum().item()

    assert len(set(on_ranks(tp, check))) == 1


def test_terms_are_added_from_left_to_right():
    parts = [torch.tensor([value]) for value in (1e8, -1e8, 1.0)]
    out = torch.empty(1)
    sum_in_rank_order(parts, out)
    assert out.item() == 1
    sum_in_rank_order([parts[0], parts[2], parts[1]], out)
    assert out.item() == 0 and [part.item() for part in parts] == [1e8, -1e8, 1]


@pytest.mark.parametrize("count", [1, 300])
def test_each_rank_adds_in_rank_order(count, small_slots, on_ranks):
    def total(_):
        group = shm_world()
        return group.all_reduce(torch.full((count,), [1e8, 1.0, -1e8][group.rank])).tolist()

    assert on_ranks(3, total) == [[0.0] * count] * 3  # own number first would give 1 on some rank


@pytest.mark.parametrize("tp", SIZES)
def test_the_four_collectives_give_what_torch_gives(tp, small_slots, on_ranks):
    def check(_):
        group, plain = shm_world(), world()
        for shape in [(2, 3), (1, 1), (0, 3), (5, 300), (3, 2, 451)]:
            x = numbers(torch.Size(shape).numel(), torch.float32, group.rank).view(shape)
            before = x.clone()
            for dim in (0, 1, -1):
                joined = plain.all_gather(x, dim)
                assert torch.equal(group.all_gather(x, dim), joined)
                for dst in range(tp):
                    gathered = group.gather(x, dim, dst)
                    assert gathered is None if group.rank != dst else torch.equal(gathered, joined)
            assert torch.equal(x, before)
            for src in range(tp):
                y, z = x.clone(), x.clone()
                assert group.broadcast(y, src) is y
                assert torch.equal(y, plain.broadcast(z, src))
        return True

    assert all(on_ranks(tp, check))


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.int64, torch.uint8])
def test_other_dtypes_are_gathered_and_broadcast_too(dtype, on_ranks):
    def check(_):
        group = shm_world()
        x = torch.arange(6).view(2, 3).to(dtype) + group.rank
        return group.all_gather(x, 0)[:, 0].tolist(), group.broadcast(x, 1).tolist()

    assert on_ranks(2, check) == [([0, 3, 1, 4], [[1, 2, 3], [4, 5, 6]])] * 2


def random_round(draw, group, tp, seed):
    """One call of a random kind and size, checked."""
    dtype = draw.choice([torch.float32, torch.float32, torch.int64])
    count = draw.choice([draw.randrange(4), draw.randrange(300), draw.randrange(3000)])
    one = draw.randrange(tp)
    kind = draw.choice(["all_reduce", "all_reduce", "all_gather", "gather", "broadcast"])
    parts = [numbers(count, dtype, rank, seed) for rank in range(tp)]
    x = parts[group.rank].clone()
    if kind == "all_reduce":
        assert_is_the_sum(group.all_reduce(x), dtype, tp, seed)
    elif kind == "all_gather":
        assert torch.equal(group.all_gather(x, 0), torch.cat(parts))
    elif kind == "gather":
        joined = group.gather(x, 0, one)
        assert joined is None if group.rank != one else torch.equal(joined, torch.cat(parts))
    else:
        assert torch.equal(group.broadcast(x, one), parts[one])


@pytest.mark.parametrize("tp", SIZES)
def test_hundreds_of_mixed_calls_back_to_back_do_not_disturb_each_other(tp, small_slots, on_ranks):
    def check(_):
        group = shm_world()
        draw, own = random.Random(tp), random.Random(group.rank)
        for seed in range(300):
            random_round(draw, group, tp, seed)
            for _ in range(own.choice([0, 0, 0, 30])):  # now this rank is slower, now that one
                torch.ones(50).sum()
        return True

    assert all(on_ranks(tp, check))


def test_a_fast_rank_does_not_overwrite_what_a_slow_one_reads(small_slots, monkeypatch, on_ranks):
    """One rank makes its next call while the other still adds up: with one buffer, a wrong sum."""

    def check(_):
        group = shm_world()

        def slow_sum(parts, out):
            if group.rank == 1:  # until rank 0 has published its next call
                while group.segment.ticks[0] == group.tick and group.tick < 3:
                    pass
            sum_in_rank_order(parts, out)

        monkeypatch.setattr(shm_group, "sum_in_rank_order", slow_sum)
        return [group.all_reduce(torch.tensor([float(i)])).item() for i in range(3)]

    assert on_ranks(2, check) == [[0, 2, 4]] * 2


@pytest.mark.parametrize("name", ["all_reduce", "all_gather", "gather", "broadcast"])
def test_a_strided_tensor_is_refused_on_every_rank(name, on_ranks):
    def refused(_):
        group = shm_world()
        with pytest.raises(ValueError, match=r"shape \(3, 2\) with strides \(1, 3\)"):
            getattr(group, name)(torch.ones(2, 3).t())
        return group.all_reduce(torch.ones(1)).item()  # and nobody is out of step

    assert on_ranks(2, refused) == [2, 2]


def test_a_tensor_that_is_not_on_the_cpu_is_refused(on_ranks):
    def refused(_):
        with pytest.raises(ValueError, match="on the CPU, got one on meta"):
            shm_world().all_reduce(torch.ones(2, device="meta"))
        return True

    assert on_ranks(2, refused) == [True, True]


def test_a_rank_that_the_group_does_not_have_is_refused(on_ranks):
    def refused(_):
        group = shm_world()
        with pytest.raises(ValueError, match="no rank 2 in a group of 2"):
            group.broadcast(torch.ones(1), src=2)
        with pytest.raises(ValueError, match="no rank -1 in a group of 2"):
            group.gather(torch.ones(1), dst=-1)
        return True

    assert on_ranks(2, refused) == [True, True]


def test_a_group_of_one_returns_x_and_maps_nothing(on_ranks):
    def check(_):
        alone = [dist.new_group([rank]) for rank in range(2)]
        group = choose_group(TorchGroup(alone[dist.get_rank()]), "shm")
        x = torch.ones(2, 2)
        assert group.all_reduce(x) is group.all_gather(x) is group.gather(x) is x
        with pytest.raises(ValueError, match="strides"):
            group.all_reduce(torch.ones(2, 3).t())
        return group.broadcast(x) is x and group.segment is None

    assert on_ranks(2, check) == [True, True]


def test_two_groups_in_a_world_of_four_do_not_mix(on_ranks):
    def check(_):
        pairs = [dist.new_group([0, 1]), dist.new_group([2, 3])]
        group = choose_group(TorchGroup(pairs[dist.get_rank() // 2]), "shm")
        x = torch.tensor([float(dist.get_rank())])
        joined = group.all_gather(x, 0).tolist()
        return group.rank, joined, group.all_reduce(x).item()

    assert on_ranks(4, check) == [
        (0, [0, 1], 1), (1, [0, 1], 1), (0, [2, 3], 5), (1, [2, 3], 5)
    ]  # fmt: skip


def test_it_works_in_inference_mode_and_after_it_and_with_parameters(on_ranks):
    def check(_):
        group = shm_world()
        with torch.inference_mode():
            first = group.all_reduce(torch.ones(2)).tolist()
        return first, group.all_reduce(torch.nn.Parameter(torch.ones(2))).tolist()

    assert on_ranks(2, check) == [([2, 2], [2, 2])] * 2


def test_auto_is_shared_memory_on_one_host_and_hands_on_the_control_group(on_ranks):
    def check(_):
        plain = world()
        group = choose_group(plain, "auto")
        beside = TorchGroup(dist.group.WORLD, dist.new_group())  # as with NCCL
        assert choose_group(beside, "auto") is beside
        return type(group) is ShmGroup and group.control is plain

    assert on_ranks(2, check) == [True, True]


GAPS = [
    "_next_slots",
    "_meet",
    "_reduce_at_once",
    "_reduce_in_two_steps",
    "_exchange",
    "broadcast",
    "_raise_if_dead",
]


@pytest.mark.parametrize("gap", GAPS)
def test_auto_is_the_group_itself_while_a_part_of_chapter_13_is_not_written(
    gap, monkeypatch, on_ranks
):
    def unwritten(*_):
        raise NotImplementedError("ch13.2 a round")

    def check(_):
        monkeypatch.setattr(ShmGroup, gap, unwritten)
        plain = world()
        chosen = choose_group(plain, "auto")
        return chosen is plain and chosen.all_reduce(torch.ones(1)).item() == 3

    assert on_ranks(3, check) == [True] * 3


def test_auto_is_the_group_itself_where_chapter_13_is_missing(monkeypatch):
    group = object()
    monkeypatch.setitem(sys.modules, "solutions.ch13_fast_collectives.shm_group", None)
    assert choose_group(group, "auto") is group
