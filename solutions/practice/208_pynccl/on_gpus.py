"""Runs PyNccl on real GPUs, beside torch.distributed on NCCL: the same sums, and how fast.

    python practice/208_pynccl/on_gpus.py [ranks]

Every rank has a GPU of its own, so two GPUs are needed at least. The judge has none: it grades on a
fake library. This is what it leaves out. Exits with 0 when all sums are right, 1 when one is wrong
or a rank fails, 3 when there are too few GPUs.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import Tensor

sys.path.insert(0, str(Path(__file__).parent))

from pynccl import DTYPES, PyNccl

SIZES = (1, 3, 1_000_003)  # numbers
MESSAGES = (4 << 10, 16 << 20)  # bytes, whose all-reduce is timed
CALLS = 50

AllReduce = Callable[[Tensor], object]


def differences(ours: AllReduce, theirs: AllReduce, device: torch.device, rank: int) -> list[str]:
    """Where two all-reduces that work in place differ: a sentence for each dtype and size."""
    found = []
    for dtype in DTYPES:
        for size in SIZES:
            start = torch.arange(size, device=device) % 5 + rank
            mine, wanted = start.to(dtype, copy=True), start.to(dtype, copy=True)
            ours(mine)
            theirs(wanted)
            wrong = int((mine != wanted).sum())  # waits for the GPU
            if wrong:
                found.append(f"{wrong} of {size} numbers differ in {dtype} on rank {rank}")
    return found


def seconds(all_reduce: AllReduce, num_bytes: int, device: torch.device) -> float:
    """The mean time of one all-reduce of float32 zeros, over CALLS of them in a row."""
    x = torch.zeros(num_bytes // 4, device=device)
    all_reduce(x)
    _wait(device)
    begun = time.perf_counter()
    for _ in range(CALLS):
        all_reduce(x)
    _wait(device)
    return (time.perf_counter() - begun) / CALLS


def _wait(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize(device)


def compare(ours: AllReduce, theirs: AllReduce, device: torch.device, rank: int) -> None:
    """Print the times on rank 0, when the sums are the same; ValueError where they are not."""
    if found := differences(ours, theirs, device, rank):
        raise ValueError("; ".join(found))
    for num_bytes in MESSAGES:
        times = [1e6 * seconds(each, num_bytes, device) for each in (ours, theirs)]
        if rank == 0:
            line = "{:6} KiB: PyNccl {:7.1f} us, torch.distributed {:7.1f} us"
            print(line.format(num_bytes >> 10, *times))


def run_rank(rank: int, size: int, meeting_place: str) -> None:
    device = torch.device("cuda", rank)
    torch.cuda.set_device(device)
    dist.init_process_group("gloo", init_method=meeting_place, rank=rank, world_size=size)
    nccl = dist.new_group(backend="nccl")
    communicator = PyNccl(device)
    compare(communicator.all_reduce, lambda x: dist.all_reduce(x, group=nccl), device, rank)
    communicator.close()
    dist.destroy_process_group()


def main() -> int:
    parser = argparse.ArgumentParser(description="PyNccl beside torch.distributed, on real GPUs.")
    parser.add_argument("ranks", nargs="?", type=int, default=2, help="2 or more; default 2")
    size, found = parser.parse_args().ranks, torch.cuda.device_count()
    if size < 2:
        parser.error(f"{size} ranks have nothing to add up: take 2 or more")
    if found < size:
        print(f"{size} ranks need a GPU each, and there are {found}.", file=sys.stderr)
        return 3
    with tempfile.TemporaryDirectory() as folder:
        try:
            mp.spawn(run_rank, (size, f"file://{folder}/meeting"), nprocs=size)
        except (mp.ProcessRaisedException, mp.ProcessExitedException) as error:
            print(error, file=sys.stderr)
            return 1
    print(f"{size} ranks: the sums are those of torch.distributed in every dtype.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
