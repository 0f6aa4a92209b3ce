"""contract_violation: right values, and a barrier nobody needs"""

import torch.distributed as dist


class ColumnParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        if self.tp_size > 1:
            dist.barrier()
        return F.linear(x, self.weight, self.bias)


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        y = F.linear(x, self.weight, self.bias if self.tp_rank == 0 else None)
        if self.tp_size > 1:
            dist.barrier()
        return self.group.all_reduce(y)
