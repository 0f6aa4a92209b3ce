"""wrong_answer: the first result is kept for good"""


class TorchGroup:
    def all_reduce(self, x: Tensor) -> Tensor:
        return self.once("sum", contiguous(x), self.reduced)

    def reduced(self, x: Tensor) -> Tensor:
        if self.size > 1:
            dist.all_reduce(x, group=self.process_group)
        return x

    def broadcast(self, x: Tensor, src: int = 0) -> Tensor:
        contiguous(x)
        if self.size > 1:
            dist.broadcast(x, src=self.global_rank(src), group=self.process_group)
        return self.once("x", x, lambda x: x)

    def once(self, name: str, x: Tensor, make) -> Tensor:
        result = make(x)
        return self.__dict__.setdefault(name, result)

    def all_gather(self, x: Tensor, dim: int = -1) -> Tensor:
        contiguous(x)
        if self.size == 1:
            return x
        parts = [torch.empty_like(x) for _ in range(self.size)]
        dist.all_gather(parts, x, group=self.process_group)
        return self.once("parts", torch.cat(parts, dim), lambda x: x)

    def gather(self, x: Tensor, dim: int = -1, dst: int = 0) -> Tensor | None:
        contiguous(x)
        if self.size == 1:
            return x
        parts = [torch.empty_like(x) for _ in range(self.size)] if self.rank == dst else None
        dist.gather(x, parts, dst=self.global_rank(dst), group=self.process_group)
        return None if parts is None else self.once("part", torch.cat(parts, dim), lambda x: x)
