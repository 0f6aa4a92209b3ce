"""The code has no control group where there is no second group.

Why: The argument control_group is None, so control looks like something that may be None as well.
Whoever sends a message would then have to ask first, in every place. With gloo one group serves
both.

Look: What does the sender of a method call find in group.control on a machine without GPUs?
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
        self.rank = dist.get_rank(process_group)
        self.size = dist.get_world_size(process_group)
        self.control = TorchGroup(control_group) if control_group is not None else None
