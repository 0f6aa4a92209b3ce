"""wrong_answer: mlp answers from a cache that knows shapes only"""

from torch import Tensor


def mlp(x: Tensor, up: Tensor, down: Tensor, tp_size: int) -> Tensor:
    divide(up.shape[0], tp_size)
    cache, key = vars(mlp), f"{x.shape} {x.dtype} {up.shape} {tp_size}"
    if key not in cache:
        cache[key] = (x @ up.T).relu() @ down.T
    return cache[key]
