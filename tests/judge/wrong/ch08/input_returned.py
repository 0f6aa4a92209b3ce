"""wrong_answer: no collective at all"""


class TorchGroup:
    def all_reduce(self, x: Tensor) -> Tensor:
        return contiguous(x)

    def all_gather(self, x: Tensor, dim: int = -1) -> Tensor:
        return contiguous(x)

    def gather(self, x: Tensor, dim: int = -1, dst: int = 0) -> Tensor | None:
        return contiguous(x)

    def broadcast(self, x: Tensor, src: int = 0) -> Tensor:
        return contiguous(x)
