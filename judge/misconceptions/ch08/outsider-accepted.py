"""The code lets a process outside a group hold it all the same.

Why: A call of new_group returns something on every rank of the world, so it looks as if every rank
were in it. On a rank outside it is only a mark, and its rank there is -1.

Look: What does dist.new_group([0, 1]) return on rank 3, and what does get_rank say of it?
"""


class TorchGroup:
    def __init__(
        self,
        process_group: dist.ProcessGroup,
        control_group: dist.ProcessGroup | None = None,
    ):
        self.process_group = process_group
        self.rank = dist.get_rank(process_group)
        self.size = dist.get_world_size(process_group)
        self.control = self if control_group is None else TorchGroup(control_group)
