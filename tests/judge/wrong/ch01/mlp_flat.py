"""wrong_answer: mlp makes a matrix of an x of 3 dimensions"""

from torch import Tensor


def mlp(x: Tensor, up: Tensor, down: Tensor, tp_size: int) -> Tensor:
    divide(up.shape[0], tp_size)
    return (x.flatten(0, -2) @ up.T).relu() @ down.T
