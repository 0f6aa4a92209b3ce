"""Plays random valid programs of collectives; the same text runs on the judge's ranks and on gloo.

    python tests/judge/random_programs.py 2,3,4

serves gloo ranks: for each line `[size, steps]` on stdin, a line with what every rank ended with.
Each rank holds whole numbers that wrap around, so every order of summation gives the same.
"""

import json
import os
import sys
import tempfile
from datetime import timedelta
from itertools import combinations

import torch
import torch.distributed as dist

WIDTH = 12  # divisible by every size of a group
SLOTS = 3
LIMIT = timedelta(seconds=30)
_groups = {}


def play(rank, size, steps):
    """What this rank's slots hold after every step, each taken by the members of its group."""
    known = _all_groups(size)
    slots = [torch.arange(WIDTH) * (slot + 1) + 100 * rank for slot in range(SLOTS)]
    pending, log = [], []
    for step in steps:
        if step["op"] == "wait":
            if pending:
                _end(*pending.pop(step["root"] % len(pending)), slots, log)
        elif rank in step["group"]:
            begun = _begin(step, rank, known[tuple(step["group"])], slots[step["source"]])
            if step["wait"]:
                _end(*begun, step["target"], slots, log)
            else:
                pending.append((*begun, step["target"]))
    for left in pending:
        _end(*left, slots, log)
    return [log, *(slot.tolist() for slot in slots)]


def _all_groups(size):
    """Every subset of two ranks or more; all ranks make them, once, in the same order."""
    if size not in _groups:
        members = [m for n in range(2, size + 1) for m in combinations(range(size), n)]
        _groups[size] = {m: dist.new_group(list(m)) for m in members}
    return _groups[size]


def _end(works, result, target, slots, log):
    for work in works:
        work.wait()
    slots[target] = result().to(torch.int64).reshape(WIDTH)
    log.append(int(slots[target].sum()))


def _begin(step, rank, group, value):
    """The works under way, and a function that gives the result once they are waited for."""
    members = step["group"]
    x = value.clone() if step["kind"] == "int64" else (value % 97).to(getattr(torch, step["kind"]))
    root = members[step["root"] % len(members)]
    call = globals()[f"_{step['op']}"]
    return call(x, group, members, rank, root, step)


def _all_reduce(x, group, members, rank, root, step):
    return [dist.all_reduce(x, _op(step), group=group, async_op=True)], lambda: x


def _reduce(x, group, members, rank, root, step):
    before = x.clone()  # elsewhere than at the root it is undefined
    work = dist.reduce(x, root, _op(step), group=group, async_op=True)
    return [work], lambda: x if rank == root else before


def _broadcast(x, group, members, rank, root, step):
    return [dist.broadcast(x, root, group=group, async_op=True)], lambda: x


def _all_gather(x, group, members, rank, root, step):
    parts = [torch.empty_like(x) for _ in members]
    return [dist.all_gather(parts, x, group=group, async_op=True)], lambda: _folded(parts)


def _all_gather_into(x, group, members, rank, root, step):
    out = x.new_empty(len(members) * WIDTH)
    gather = getattr(dist, "all_gather_single", dist.all_gather_into_tensor)
    work = gather(out, x, group=group, async_op=True)
    return [work], lambda: _folded(out.chunk(len(members)))


def _gather(x, group, members, rank, root, step):
    parts = [torch.empty_like(x) for _ in members] if rank == root else None
    work = dist.gather(x, parts, root, group=group, async_op=True)
    return [work], lambda: _folded(parts) if parts else x


def _scatter(x, group, members, rank, root, step):
    out = x.new_empty(WIDTH)
    parts = [x + number for number in range(len(members))] if rank == root else None
    return [dist.scatter(out, parts, root, group=group, async_op=True)], lambda: out


def _reduce_scatter(x, group, members, rank, root, step):
    parts = [x + number for number in range(len(members))]
    out = torch.empty_like(x)
    return [dist.reduce_scatter(out, parts, _op(step), group=group, async_op=True)], lambda: out


def _all_to_all(x, group, members, rank, root, step):
    out = [torch.empty_like(part) for part in x.chunk(len(members))]
    sent = [part.contiguous() for part in x.chunk(len(members))]
    return [dist.all_to_all(out, sent, group=group, async_op=True)], lambda: torch.cat(out)


def _uneven(x, group, members, rank, root, step):
    """Member m sends n + 1 elements to member n, so n receives n + 1 from each."""
    me, size = members.index(rank), len(members)
    out = x.new_empty((me + 1) * size)
    to_each = [n + 1 for n in range(size)]
    work = dist.all_to_all_single(
        out, x[: sum(to_each)].clone(), [me + 1] * size, to_each, group=group, async_op=True
    )
    return [work], lambda: torch.nn.functional.pad(out, (0, WIDTH))[:WIDTH]


def _barrier(x, group, members, rank, root, step):
    return [dist.barrier(group=group, async_op=True)], lambda: x


def _message(x, group, members, rank, root, step):
    """From the first member to the root, where that is another."""
    first = members[0]
    if root == first or rank not in (first, root):
        return [], lambda: x
    if rank == first:
        return [dist.isend(x, root, group=group, tag=step["tag"])], lambda: x
    out = torch.empty_like(x)
    return [dist.irecv(out, first, group=group, tag=step["tag"])], lambda: out


def _ring(x, group, members, rank, root, step):
    me, size = members.index(rank), len(members)
    out = torch.empty_like(x)
    ops = [
        dist.P2POp(dist.isend, x, members[(me + 1) % size], group, step["tag"]),
        dist.P2POp(dist.irecv, out, members[(me - 1) % size], group, step["tag"]),
    ]
    return dist.batch_isend_irecv(ops), lambda: out


def _op(step):
    return getattr(dist.ReduceOp, step["reduce"])


def _folded(parts):
    return sum((number + 1) * part for number, part in enumerate(parts))


# gloo


def serve(sizes):
    """Ranks for each size, forked once; programs come in on stdin."""
    ends = {size: [_rank_process(rank, size, folder) for rank in range(size)]
            for size in sizes for folder in [tempfile.mkdtemp()]}  # fmt: skip
    for line in sys.stdin:
        size, steps = json.loads(line)
        for to_rank, _ in ends[size]:
            print(json.dumps(steps), file=to_rank, flush=True)
        print(json.dumps([json.loads(answer.readline()) for _, answer in ends[size]]), flush=True)


def _rank_process(rank, size, folder):
    (asked, to_rank), (answer, from_rank) = os.pipe(), os.pipe()
    if os.fork() == 0:
        os.close(to_rank)
        _rank(rank, size, folder, os.fdopen(asked), os.fdopen(from_rank, "w"))
    os.close(asked)
    os.close(from_rank)
    return os.fdopen(to_rank, "w"), os.fdopen(answer)


def _rank(rank, size, folder, asked, answer):
    store = f"file://{folder}/store"
    dist.init_process_group("gloo", store, timeout=LIMIT, rank=rank, world_size=size)
    for line in asked:
        print(json.dumps(play(rank, size, json.loads(line))), file=answer, flush=True)
    os._exit(0)


if __name__ == "__main__":
    torch.set_num_threads(1)
    serve([int(size) for size in sys.argv[1].split(",")])
