"""Calls that are waited for; one large buffer for the parts; ranks of the group as a list."""


class TorchGroup:
    def __init__(self, process_group, control_group=None):
        if process_group is dist.GroupMember.NON_GROUP_MEMBER:
            raise ValueError("not a member")
        self.process_group = process_group
        members = dist.get_process_group_ranks(process_group)
        self.rank, self.size = members.index(dist.get_rank()), len(members)
        self.control = TorchGroup(control_group) if control_group else self

    def all_reduce(self, x: Tensor) -> Tensor:
        contiguous(x)
        if self.size == 1:
            return x
        work = dist.all_reduce(x, group=self.process_group, async_op=True)
        work.wait()
        return x

    def all_gather(self, x: Tensor, dim: int = -1) -> Tensor:
        contiguous(x)
        if self.size == 1:
            return x
        stacked = x.new_empty((self.size, *x.shape))
        dist.all_gather_into_tensor(stacked.view(-1), x.view(-1), group=self.process_group)
        return torch.cat(stacked.unbind(0), dim=dim)

    def gather(self, x: Tensor, dim: int = -1, dst: int = 0) -> Tensor | None:
        contiguous(x)
        if self.size == 1:
            return x
        if not 0 <= dst < self.size:
            raise ValueError(f"dst {dst} of {self.size}")
        stacked = x.new_empty((self.size, *x.shape)) if self.rank == dst else None
        parts = None if stacked is None else list(stacked.unbind(0))
        dist.gather(x, parts, group_dst=dst, group=self.process_group)
        return None if parts is None else torch.cat(parts, dim=dim)


def choose_group(group: TorchGroup, plugin: str = "torch") -> TPGroup:
    try:
        make = PLUGINS[plugin]
    except KeyError:
        raise ValueError(f"{plugin} is not one of {sorted(PLUGINS)}") from None
    return make(group)
