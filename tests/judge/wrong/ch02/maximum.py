"""wrong_answer: the ranks take the maximum"""

import torch.distributed as dist


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        y = F.linear(x, self.weight, self.bias if self.tp_rank == 0 else None)
        if self.tp_size > 1:
            dist.all_reduce(y, op=dist.ReduceOp.MAX)
        return y
