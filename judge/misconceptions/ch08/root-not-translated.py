"""The numbers dst and src are passed on as they are.

Why: Inside the group ranks count from 0, and in a group of the whole world that is what
torch.distributed expects. It counts in the world's numbers: rank 1 of the group of ranks 2 and 3 is
its rank 3.

Look: Which number does torch.distributed need for rank 1 of the group [2, 3]?
"""


class TorchGroup:
    def global_rank(self, rank: int) -> int:
        if not 0 <= rank < self.size:
            raise ValueError(f"there is no rank {rank} in a group of {self.size}")
        return rank
