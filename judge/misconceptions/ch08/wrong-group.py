"""The group is taken for the whole world.

Why: With one model on all processes the group and the world are the same ranks, and
dist.get_rank() without an argument is what every example calls. With two models of two ranks each,
ranks 2 and 3 of the world are ranks 0 and 1 of their group.

Look: Which numbers does rank 3 of the world report in the group of ranks 2 and 3? And which call of
torch.distributed is made without group=?
"""


class TorchGroup:
    def __init__(
        self,
        process_group: dist.ProcessGroup,
        control_group: dist.ProcessGroup | None = None,
    ):
        if process_group == dist.GroupMember.NON_GROUP_MEMBER:
            raise ValueError(f"rank {dist.get_rank()} of the world is not a member of the group")
        self.process_group = process_group
        self.rank = dist.get_rank()
        self.size = dist.get_world_size()
        self.control = self if control_group is None else TorchGroup(control_group)
