"""wrong_answer: mlp gives float32 for bfloat16"""

from torch import Tensor


def mlp(x: Tensor, up: Tensor, down: Tensor, tp_size: int) -> Tensor:
    divide(up.shape[0], tp_size)
    return (x.float() @ up.float().T).relu() @ down.float().T
