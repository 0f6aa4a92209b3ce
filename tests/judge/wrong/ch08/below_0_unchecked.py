"""wrong_answer: only a rank that is too high is refused"""


class TorchGroup:
    def global_rank(self, rank: int) -> int:
        if rank >= self.size:
            raise ValueError(f"there is no rank {rank} in a group of {self.size}")
        return dist.get_global_rank(self.process_group, rank)
