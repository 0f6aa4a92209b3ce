"""Runs programs of dist_programs.py on real gloo, one set of forked ranks for each size.

    python tests/judge/gloo_run.py OUT 2,3,4 all_reduce,gather,…

OUT gets a file that torch.load reads: {(program, size): [what each rank returned]}.
"""

import multiprocessing
import os
import sys
import tempfile
from datetime import timedelta
from pathlib import Path

import dist_programs
import torch
import torch.distributed as dist

LIMIT = timedelta(seconds=20)


def rank_main(rank, size, names, folder):
    dist.init_process_group(
        "gloo", init_method=f"file://{folder}/store", rank=rank, world_size=size, timeout=LIMIT
    )
    with torch.no_grad():
        found = {name: getattr(dist_programs, name)(rank, size) for name in names}
    torch.save(found, f"{folder}/rank{rank}")
    dist.barrier()
    os._exit(0)


def run(size, names):
    fork = multiprocessing.get_context("fork")
    with tempfile.TemporaryDirectory() as folder:
        ranks = [
            fork.Process(target=rank_main, args=(rank, size, names, folder)) for rank in range(size)
        ]
        for process in ranks:
            process.start()
        for process in ranks:
            process.join()
        assert all(process.exitcode == 0 for process in ranks)
        found = [torch.load(Path(folder) / f"rank{rank}") for rank in range(size)]
    return {(name, size): [rank[name] for rank in found] for name in names}


if __name__ == "__main__":
    torch.set_num_threads(1)
    out, sizes, names = sys.argv[1:]
    runs = [run(int(size), names.split(",")) for size in sizes.split(",")]
    torch.save({key: value for found in runs for key, value in found.items()}, out)
