"""Programs on torch.distributed, each a function of (rank, size) that returns named tensors.

They are what a learner may write: run on the judge's ranks and on real gloo they must agree.
All numbers are small and whole, so that every order of summation is exact.
"""

import torch
import torch.distributed as dist
import torch.distributed._functional_collectives as funcol
import torch.distributed.nn.functional as dnn


def mine(rank, *shape, dtype=torch.float32):
    """Numbers that no other rank has."""
    count = torch.Size(shape).numel()
    return (torch.arange(1, count + 1) + 100 * rank).to(dtype).reshape(shape)


def all_reduce(rank, size):
    found = {}
    for name in ("SUM", "PRODUCT", "MIN", "MAX"):
        x = mine(rank, 2, 3)
        dist.all_reduce(x, getattr(dist.ReduceOp, name))
        found[name] = x
    for name in ("BAND", "BOR", "BXOR"):
        x = mine(rank, 5, dtype=torch.int64)
        dist.all_reduce(x, getattr(dist.ReduceOp, name))
        found[name] = x
    return found


def all_reduce_dtypes(rank, size):
    found = {}
    for dtype in (torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.int32,
                  torch.int8, torch.uint8):  # fmt: skip
        x = (torch.arange(4) + rank).to(dtype)
        dist.all_reduce(x)
        found[str(dtype)] = x
    return found


def all_reduce_shapes(rank, size):
    found = {}
    for shape in ((), (1,), (0,), (3, 0), (2, 1, 3)):
        x = mine(rank, *shape)
        dist.all_reduce(x)
        found[str(shape)] = x
    return found


def all_gather(rank, size):
    parts = [torch.empty(2, 2) for _ in range(size)]
    dist.all_gather(parts, mine(rank, 2, 2))
    return {"stacked": torch.stack(parts)}


def all_gather_into_tensor(rank, size):
    out = torch.empty(size * 2, 3)
    dist.all_gather_into_tensor(out, mine(rank, 2, 3))
    return {"out": out}


def all_gather_single(rank, size):
    out = torch.empty(size * 2)
    getattr(dist, "all_gather_single", dist.all_gather_into_tensor)(out, mine(rank, 2))
    return {"out": out}


def gather(rank, size):
    root = size - 1
    parts = [torch.empty(3) for _ in range(size)] if rank == root else None
    dist.gather(mine(rank, 3), parts, dst=root)
    return {"stacked": torch.stack(parts)} if parts else {}


def broadcast(rank, size):
    x, flags = mine(rank, 2, 2), torch.tensor([rank == 0, rank == 1])
    dist.broadcast(x, src=size - 1)
    dist.broadcast(flags, src=0)
    return {"x": x, "flags": flags}


def scatter(rank, size):
    out = torch.zeros(2)
    dist.scatter(out, [mine(r, 2) for r in range(size)] if rank == 1 else None, src=1)
    return {"out": out}


def reduce(rank, size):
    x = mine(rank, 3)
    dist.reduce(x, dst=1, op=dist.ReduceOp.MAX)
    return {"x": x} if rank == 1 else {}  # elsewhere x is undefined


def reduce_scatter(rank, size):
    as_list, as_tensor = torch.empty(2), torch.empty(2)
    dist.reduce_scatter(as_list, [mine(rank, 2) + peer for peer in range(size)])
    dist.reduce_scatter_tensor(as_tensor, mine(rank, size * 2))
    return {"list": as_list, "tensor": as_tensor}


def reduce_scatter_single(rank, size):
    out = torch.empty(2)
    getattr(dist, "reduce_scatter_single", dist.reduce_scatter_tensor)(out, mine(rank, size * 2))
    return {"out": out}


def all_to_all(rank, size):
    out = [torch.empty(2) for _ in range(size)]
    dist.all_to_all(out, [mine(rank, 2) + peer for peer in range(size)])
    return {"out": torch.cat(out)}


def all_to_all_single(rank, size):
    equal = torch.empty(size, 2)
    dist.all_to_all_single(equal, mine(rank, size, 2))
    uneven = torch.empty(size * (rank + 1), 2)
    mine_to = [peer + 1 for peer in range(size)]
    dist.all_to_all_single(uneven, mine(rank, sum(mine_to), 2), [rank + 1] * size, mine_to)
    return {"equal": equal, "uneven": uneven}


def send_and_receive(rank, size):
    x = mine(rank, 2)
    if rank == 0:
        dist.send(x, dst=1)
    if rank == 1:
        dist.recv(x, src=0)
    return {"x": x}


def receive_from_any(rank, size):
    x, source = torch.zeros(2), 0
    if rank == 1:
        dist.send(mine(rank, 2), dst=0)
    if rank == 0:
        source = dist.recv(x)
    dist.barrier()  # or it could take what another rank sends in the next program
    return {"x": x, "source": torch.tensor(source)}


def ring(rank, size):
    """Each rank sends to the next and receives from the one before, both under way at once."""
    x = torch.empty(3)
    work = [dist.isend(mine(rank, 3), (rank + 1) % size), dist.irecv(x, (rank - 1) % size)]
    for one in work:
        one.wait()
    return {"x": x}


def batch(rank, size):
    x, y = mine(rank, 2), torch.empty(2)
    ops = [
        dist.P2POp(dist.isend, x, (rank + 1) % size),
        dist.P2POp(dist.irecv, y, (rank - 1) % size),
    ]
    for work in dist.batch_isend_irecv(ops):
        work.wait()
    return {"y": y}


def tags(rank, size):
    first, second = torch.empty(1), torch.empty(1)
    if rank == 0:
        works = [dist.isend(torch.tensor([float(tag)]), 1, tag=tag) for tag in (1, 2)]
        for work in works:
            work.wait()
    if rank == 1:
        work = dist.irecv(second, 0, tag=2)
        dist.recv(first, 0, tag=1)
        work.wait()
        return {"first": first, "second": second}
    return {}


def barrier(rank, size):
    dist.barrier()
    dist.barrier(async_op=True).wait()
    return {}


def objects(rank, size):
    everyone = [None] * size
    dist.all_gather_object(everyone, {"rank": rank, "name": "r" * rank})
    told = [f"from {rank}", rank] if rank == 0 else [None, None]
    dist.broadcast_object_list(told, src=0)
    gathered = [None] * size if rank == 1 else None
    dist.gather_object(("tuple", rank), gathered, dst=1)
    given = [None]
    dist.scatter_object_list(given, [f"for {r}" for r in range(size)] if rank == 0 else None, src=0)
    return {"everyone": everyone, "told": told, "gathered": gathered, "given": given}


def async_work(rank, size):
    a, b = mine(rank, 2), mine(rank, 3)
    first, second = dist.all_reduce(a, async_op=True), dist.all_reduce(b, async_op=True)
    second.wait()
    first.wait()
    return {"a": a, "b": b}


def polled_work(rank, size):
    x = mine(rank, 2)
    work = dist.all_reduce(x, async_op=True)
    while not work.is_completed():
        pass
    work.wait()
    return {"x": x}


def future_of_work(rank, size):
    x = mine(rank, 2)
    dist.all_reduce(x, async_op=True).get_future().wait()
    return {"x": x}


def subset(rank, size):
    """A group without rank 0: its ranks are not the global ones."""
    group = dist.new_group([r for r in range(size) if r > 0])
    found = {"world": mine(rank, 2)}
    if rank > 0:
        found["group rank"] = torch.tensor([dist.get_rank(group), dist.get_world_size(group)])
        found["group"] = mine(rank, 2)
        dist.all_reduce(found["group"], group=group)
        found["root"] = mine(rank, 2)
        dist.broadcast(found["root"], src=size - 1, group=group)
        found["parts"] = torch.empty(size - 1)
        dist.all_gather_into_tensor(found["parts"], mine(rank, 1), group=group)
    dist.all_reduce(found["world"])
    return found


def group_ranks(rank, size):
    """Roots and peers counted inside the group."""
    group = dist.new_group(list(range(size)))
    x = mine(rank, 2)
    dist.broadcast(x, group=group, group_src=size - 1)
    y = mine(rank, 1)
    if rank == 0:
        dist.send(y, group=group, group_dst=1)
    if rank == 1:
        dist.recv(y, group=group, group_src=0)
    return {"x": x, "y": y}


def many_groups(rank, size):
    """Every pair has a group of its own."""
    found = {}
    for a in range(size):
        for b in range(a + 1, size):
            group = dist.new_group([a, b])
            if rank in (a, b):
                found[f"{a} {b}"] = mine(rank, 2)
                dist.all_reduce(found[f"{a} {b}"], group=group)
    return found


def local_groups(rank, size):
    """Only the members of a group take part in making it."""
    if rank == size - 1:  # the name of such a group counts the groups a rank knows: this runs first
        return {}
    group = dist.new_group(list(range(size - 1)), use_local_synchronization=True)
    x = mine(rank, 2)
    dist.all_reduce(x, group=group)
    dist.destroy_process_group(group)
    return {"x": x}


def functional(rank, size):
    world = dist.group.WORLD
    found = {
        "all_reduce": funcol.all_reduce(mine(rank, 2), "sum", world),
        "all_gather": funcol.all_gather_single(mine(rank, 2), 0, world),
        "all_to_all": funcol.all_to_all_single(mine(rank, size), None, None, world),
        "reduce_scatter": funcol.reduce_scatter_single(mine(rank, 2 * size), "sum", 0, world),
        "broadcast": funcol.broadcast(mine(rank, 2), 1, world),
    }
    coalesced = funcol.all_reduce_coalesced([mine(rank, 2), mine(rank, 3)], "sum", world)
    found |= {f"coalesced {i}": x for i, x in enumerate(coalesced)}
    return {name: funcol.wait_tensor(x) + 0 for name, x in found.items()}


def mesh(rank, size):
    mesh = dist.init_device_mesh("cpu", (1, size), mesh_dim_names=("dp", "tp"))
    x = mine(rank, 2)
    dist.all_reduce(x, group=mesh.get_group("tp"))
    return {"x": x, "tp rank": torch.tensor(mesh.get_local_rank("tp"))}


def mesh_of_two(rank, size):
    if size != 4:
        return {}
    mesh = dist.init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
    x, y = mine(rank, 2), mine(rank, 2)
    dist.all_reduce(x, group=mesh["tp"].get_group())
    dist.all_reduce(y, group=mesh["dp"].get_group())
    return {"x": x, "y": y}


def with_gradient(rank, size):
    with torch.enable_grad():
        x = mine(rank, 3).requires_grad_()
        total = dnn.all_reduce(x * 1)
        gathered = torch.stack(dnn.all_gather(x * 1))
        (total.sum() * (rank + 1) + (gathered * gathered).sum()).backward()
    return {"total": total.detach(), "gathered": gathered.detach(), "gradient": x.grad}


def large(rank, size):
    """Larger than any socket buffer, several under way on every rank."""
    tensors = [torch.full((600_000,), float(rank + i)) for i in range(3)]
    for work in [dist.all_reduce(x, async_op=True) for x in tensors]:
        work.wait()
    return {str(i): x[::100_000].clone() for i, x in enumerate(tensors)}


def what_it_is(rank, size):
    return {
        "backend": dist.get_backend(),
        "rank": dist.get_rank(),
        "size": dist.get_world_size(),
        "initialized": dist.is_initialized(),
        "ranks": dist.get_process_group_ranks(dist.group.WORLD),
    }


QUICK = (
    local_groups, all_reduce, all_reduce_dtypes, all_reduce_shapes, all_gather,
    all_gather_into_tensor, all_gather_single, gather, broadcast, scatter, reduce, reduce_scatter,
    reduce_scatter_single, all_to_all, all_to_all_single, send_and_receive, receive_from_any, ring,
    batch, tags, barrier, objects, async_work, polled_work, future_of_work, subset, group_ranks,
    many_groups, large, what_it_is,
)  # fmt: skip
SLOW = (functional, mesh, mesh_of_two, with_gradient)  # torch imports seconds' worth for these
