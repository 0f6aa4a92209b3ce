"""Nothing is changed in place; roots are looked up in the list of the group's ranks."""


def contiguous(x: Tensor) -> Tensor:
    if x.is_contiguous():
        return x
    raise ValueError("strided tensor of shape " + "x".join(map(str, x.shape)))


class TorchGroup:
    def all_reduce(self, x: Tensor) -> Tensor:
        contiguous(x)
        if self.size < 2:
            return x
        total = x.clone()
        dist.all_reduce(total, op=dist.ReduceOp.SUM, group=self.process_group)
        return total

    def all_gather(self, x: Tensor, dim: int = -1) -> Tensor:
        contiguous(x)
        if self.size < 2:
            return x
        dim = dim % x.dim()
        parts = [x.clone() for _ in range(self.size)]
        dist.all_gather(parts, x, group=self.process_group)
        shape = list(x.shape)
        shape[dim] *= self.size
        whole = x.new_empty(shape)
        for rank, part in enumerate(parts):
            whole.narrow(dim, rank * x.shape[dim], x.shape[dim]).copy_(part)
        return whole

    def broadcast(self, x: Tensor, src: int = 0) -> Tensor:
        contiguous(x)
        if self.size < 2:
            return x
        root = self.global_rank(src)
        sent = x.clone()
        dist.broadcast(sent, root, self.process_group)
        return sent

    def global_rank(self, rank: int) -> int:
        members = dist.get_process_group_ranks(self.process_group)
        if rank not in range(len(members)):
            raise ValueError(f"rank {rank} of {self.size}")
        return members[rank]
