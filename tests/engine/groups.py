"""Real ranks for the tests: forked processes that talk over gloo."""

import multiprocessing
import os
import time
import traceback

import torch
import torch.distributed as dist

LIMIT_S = 60


class GlooGroup:
    """A TPGroup on torch.distributed's world group; `calls` lists (name, shape of the argument)."""

    def __init__(self):
        self.rank = dist.get_rank()
        self.size = dist.get_world_size()
        self.calls = []

    def _record(self, name, x):
        if not x.is_contiguous():
            raise ValueError(f"{name} of a non-contiguous tensor")
        self.calls.append((name, tuple(x.shape)))

    def all_reduce(self, x):
        self._record("all_reduce", x)
        dist.all_reduce(x)
        return x

    def all_gather(self, x, dim=-1):
        self._record("all_gather", x)
        parts = [torch.empty_like(x) for _ in range(self.size)]
        dist.all_gather(parts, x)
        return torch.cat(parts, dim)

    def gather(self, x, dim=-1, dst=0):
        self._record("gather", x)
        parts = [torch.empty_like(x) for _ in range(self.size)] if self.rank == dst else None
        dist.gather(x, parts, dst)
        return torch.cat(parts, dim) if parts else None

    def broadcast(self, x, src=0):
        self._record("broadcast", x)
        dist.broadcast(x, src)
        return x


def _rank_main(rank, tp, function, directory):
    try:
        store = dist.FileStore(str(directory / "store"), tp)
        dist.init_process_group("gloo", store=store, rank=rank, world_size=tp)
        outcome = {"result": function(GlooGroup())}
        dist.barrier()  # a rank that left early would break the connections of the others
    except BaseException:
        outcome = {"error": traceback.format_exc()}
    torch.save(outcome, directory / f"rank{rank}.part")
    os.rename(directory / f"rank{rank}.part", directory / f"rank{rank}.pt")
    os._exit(0)  # a forked child must not run pytest's exit handlers


def run_ranks(tp, function, directory):
    """Run function(group) on tp forked ranks; return each rank's result, or raise their errors.

    directory is a new path: it holds the rendezvous and the results.
    """
    directory.mkdir()
    context = multiprocessing.get_context("fork")
    ranks = [
        context.Process(target=_rank_main, args=(rank, tp, function, directory))
        for rank in range(tp)
    ]
    deadline = time.monotonic() + LIMIT_S
    for process in ranks:
        process.start()
    for process in ranks:
        process.join(max(0, deadline - time.monotonic()))
    stuck = [rank for rank, process in enumerate(ranks) if process.is_alive()]
    for rank in stuck:
        ranks[rank].kill()
        ranks[rank].join()
    assert not stuck, f"ranks {stuck} did not finish in {LIMIT_S} s"
    outcomes = [torch.load(directory / f"rank{rank}.pt", weights_only=False) for rank in range(tp)]
    errors = [f"rank {r}: {o['error']}" for r, o in enumerate(outcomes) if "error" in o]
    if errors:
        raise RuntimeError("\n".join(errors))
    return [outcome["result"] for outcome in outcomes]
