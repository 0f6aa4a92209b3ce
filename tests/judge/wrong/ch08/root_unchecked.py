"""deadlock: a root outside the group is taken for the last rank"""


class TorchGroup:
    def global_rank(self, rank: int) -> int:
        return dist.get_global_rank(self.process_group, min(rank, self.size - 1))
