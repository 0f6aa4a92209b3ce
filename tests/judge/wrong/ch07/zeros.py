"""wrong_answer: zeros of the right shape"""


def apply_rope(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    return torch.zeros_like(x)


def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return torch.zeros_like(q)
