"""wrong_answer: mlp is not cut, so it refuses nothing"""

from torch import Tensor


def mlp(x: Tensor, up: Tensor, down: Tensor, tp_size: int) -> Tensor:
    return (x @ up.T).relu() @ down.T
