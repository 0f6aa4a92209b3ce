"""wrong_answer: the ids of all ranks that have the best logit are added up"""

import torch.distributed as dist


class ParallelLMHead:
    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        value, ids = self.local_best(x, last).unbind(1)
        best = value.clone()
        if self.tp_size > 1:
            dist.all_reduce(best, op=dist.ReduceOp.MAX)
        return self.group.all_reduce(ids.long() * (value == best))
