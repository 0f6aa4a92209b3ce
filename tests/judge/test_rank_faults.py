"""What goes wrong between the judge's ranks is seen at once, and told with the line."""

import os
import time

import pytest
import torch
import torch.distributed as dist

from bench import call, statuses, violations
from judge.records import Verdict

# asynchronous work


def reads_before_waiting(rank, size):
    x = torch.full((2,), rank + 1.0)
    work = dist.all_reduce(x, async_op=True)
    dist.barrier()  # by now the sum is known, and still not written
    early = x.clone()
    work.wait()
    return {"early": early, "late": x}


@pytest.mark.parametrize("size", [2, 3, 4])
def test_an_async_result_is_not_there_before_wait(bench, size):
    run = bench.run(size, reads_before_waiting)
    for rank in run.ranks:
        assert rank.arrays["early"].numpy().tolist() == [rank.rank + 1] * 2
        assert rank.arrays["late"].numpy().tolist() == [size * (size + 1) / 2] * 2


def never_waits(rank, size):
    dist.all_reduce(torch.ones(2), async_op=True)


def test_work_that_is_never_waited_for_is_a_violation(bench):
    run = bench.run(2, never_waits)
    assert statuses(run) == ["returned"] * 2
    assert all("never waited for all_reduce #1" in sentence for sentence in violations(run))
    assert "program.py:" in violations(run)[0]


def waits_in_another_order(rank, size):
    works = [dist.all_reduce(torch.ones(1), async_op=True) for _ in range(4)]
    for work in reversed(works):
        work.wait()


def test_work_may_be_waited_for_in_any_order(bench):
    run = bench.run(2, waits_in_another_order)
    assert run.event is Verdict.ACCEPTED and violations(run) == []


def sends_unheard(rank, size):
    work = dist.isend(torch.ones(2), 1 - rank)
    work.is_completed()


def test_a_send_that_nobody_receives_is_a_violation(bench):
    assert (
        "never waited for send #1 of [2] float32 to rank 1"
        in violations(bench.run(2, sends_unheard))[0]
    )


# contract violations that real backends answer with silent garbage


def reduces_a_transpose(rank, size):
    dist.all_reduce(torch.ones(2, 3).t())


def gathers_into_a_transpose(rank, size):
    dist.all_gather([torch.ones(2, 3).t() for _ in range(size)], torch.ones(3, 2))


def sends_a_column(rank, size):
    dist.all_to_all_single(torch.ones(4), torch.ones(4, 2)[:, 0])


def swallows_the_error(rank, size):
    try:
        dist.all_reduce(torch.ones(2, 3).t())
    except RuntimeError:
        return {"x": torch.ones(1)}


@pytest.mark.parametrize(
    "program", [reduces_a_transpose, gathers_into_a_transpose, sends_a_column, swallows_the_error]
)
def test_a_non_contiguous_tensor_is_refused_by_name(bench, program):
    run = bench.run(2, program)
    assert all("non-contiguous" in sentence for sentence in violations(run))
    assert ".contiguous()" in violations(run)[0]


def gathers_too_few(rank, size):
    dist.all_gather([torch.ones(2)], torch.ones(2))


def gathers_other_shapes(rank, size):
    dist.all_gather([torch.ones(3) for _ in range(size)], torch.ones(2))


def gathers_into_too_little(rank, size):
    dist.all_gather_into_tensor(torch.ones(3), torch.ones(2))


def bitwise_of_floats(rank, size):
    dist.all_reduce(torch.ones(2), dist.ReduceOp.BAND)


def from_a_thread(rank, size):
    import threading

    thread = threading.Thread(target=dist.all_reduce, args=(torch.ones(2),))
    thread.start()
    thread.join()


def from_a_child(rank, size):
    if (pid := os.fork()) == 0:
        try:
            dist.all_reduce(torch.ones(2))
        finally:
            os._exit(0)
    os.waitpid(pid, 0)
    dist.barrier()


@pytest.mark.parametrize(
    "program, fragment",
    [
        (gathers_too_few, "a list of 2 tensors"),
        (gathers_other_shapes, "one shape and dtype"),
        (gathers_into_too_little, "must hold 2 times"),
        (bitwise_of_floats, "BAND"),
        (from_a_thread, "second thread"),
    ],
)
def test_a_call_that_cannot_be_meant_is_a_violation(bench, program, fragment):
    assert fragment in violations(bench.run(2, program))[0]


def test_a_collective_of_a_forked_child_never_reaches_the_network(bench):
    run = bench.run(2, from_a_child)
    assert [call.op for call in run.ranks[0].collectives] == ["barrier"]


# deadlock and mismatch


def skips_on_rank_1(rank, size):
    x = torch.ones(2)
    if rank == 1:
        return x
    dist.all_reduce(x)
    return x


def new_group_on_rank_0(rank, size):
    if rank == 0:
        dist.new_group([0, 1])


def other_group_ranks(rank, size):
    dist.new_group([0, 1] if rank == 0 else [1])


def send_send(rank, size):
    dist.send(torch.ones(2), 1 - rank)
    dist.recv(torch.ones(2), 1 - rank)


def other_root(rank, size):
    dist.broadcast(torch.ones(2), src=rank)


def other_op(rank, size):
    dist.all_reduce(torch.ones(2), [dist.ReduceOp.SUM, dist.ReduceOp.MAX][rank])


def other_shape(rank, size):
    dist.all_reduce(torch.ones(2 + rank))


def other_dtype(rank, size):
    dist.all_reduce(torch.ones(2, dtype=[torch.float32, torch.float64][rank]))


def other_collective(rank, size):
    dist.all_reduce(torch.ones(2)) if rank == 0 else dist.barrier()


def other_splits(rank, size):
    dist.all_to_all_single(torch.ones(4), torch.ones(4), [1, 3], [1, 3])


@pytest.mark.parametrize(
    "program, verdict, fragments",
    [
        (skips_on_rank_1, "deadlock", ["rank 0   waits in all_reduce #1 of [2]",
                                       "rank 1   has returned"]),
        (new_group_on_rank_0, "deadlock", ["waits in new_group #1"]),
        (other_group_ranks, "collective_mismatch", ["[0, 1]", "[1]"]),
        (send_send, "deadlock", ["rank 0   waits in send #1 of [2] float32 to rank 1",
                                 "rank 1   waits in send #1 of [2] float32 to rank 0"]),
        (other_root, "collective_mismatch", ["roots"]),
        (other_op, "collective_mismatch", ["(max)", "different operations"]),
        (other_shape, "collective_mismatch", ["of [2]", "of [3]", "shapes differ"]),
        (other_dtype, "collective_mismatch", ["float64", "dtypes differ"]),
        (other_collective, "collective_mismatch", ["all_reduce #1", "barrier #1"]),
        (other_splits, "collective_mismatch", ["another size"]),
    ],
)  # fmt: skip
def test_ranks_that_cannot_go_on_are_told_apart(bench, program, verdict, fragments):
    run = bench.run(2, program)
    assert run.event == verdict
    assert all(fragment in run.message for fragment in fragments), run.message
    assert "program.py:" in run.message and "dist." in run.message


def test_a_deadlock_names_the_line_at_which_the_other_rank_returned(bench):
    text = "import torch\nimport torch.distributed as dist\n\n\ndef main(rank, size):\n"
    text += "    x = torch.ones(2)\n    if rank == 1:\n        return x\n    dist.all_reduce(x)\n"
    group = bench.group(2, text)
    run = call(group, "main", trace=True)
    group.close()
    assert "program.py:9   dist.all_reduce(x)" in run.message
    assert "has returned     program.py:8   return x" in run.message


def deadlock_of_two_in_four(rank, size):
    if rank < 2:
        dist.recv(torch.ones(1), 1 - rank)
    else:
        time.sleep(60)


def test_two_of_four_ranks_can_be_in_deadlock_while_the_others_run(bench):
    run = bench.run(4, deadlock_of_two_in_four)
    assert run.event is Verdict.DEADLOCK
    assert statuses(run) == ["waits", "waits", "running", "running"]


# one rank's failure is nobody else's deadlock


def raises_while_others_wait(rank, size):
    if rank == 0:
        time.sleep(0.1)
        raise KeyError("gone")
    dist.all_reduce(torch.ones(2))


def exits_while_others_wait(rank, size):
    if rank == 0:
        os._exit(0)
    dist.all_reduce(torch.ones(2))


def crashes_while_others_wait(rank, size):
    import ctypes

    if rank == 0:
        if os.fork() == 0:  # a child that keeps the sockets open
            time.sleep(60)
        ctypes.string_at(0)
    dist.all_reduce(torch.ones(2))


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_rank_that_raises_ends_the_wait_of_the_others(bench, size):
    run = bench.run(size, raises_while_others_wait)
    assert statuses(run) == ["raised"] + ["waits"] * (size - 1)
    assert run.event is Verdict.RUNTIME_ERROR
    assert (run.ranks[0].raised.type, run.ranks[0].raised.message) == ("KeyError", "'gone'")


@pytest.mark.parametrize(
    "program, detail",
    [(exits_while_others_wait, "exit code 0"), (crashes_while_others_wait, "segmentation fault")],
)
def test_a_rank_that_dies_is_told_at_once(bench, program, detail):
    run = bench.run(2, program)
    assert run.ranks[0].status == "exited" and run.ranks[0].detail == detail
    if detail == "segmentation fault":
        assert "string_at" in run.ranks[0].where.source
