"""The control group is torch's object, not a group with our methods.

Why: It arrives as a process group, and storing what arrives is the shortest line. But messages are
sent with the same calls as tensors: group.control.broadcast(x) must work and give back x.

Look: Which type has control without a second group, and which with one?
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
        self.control = self if control_group is None else control_group
