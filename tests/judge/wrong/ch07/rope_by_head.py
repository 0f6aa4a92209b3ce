"""wrong_answer: the angles are laid along the heads, which only sometimes fits"""


def apply_rope(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    cos, sin = cos.transpose(0, 1), sin.transpose(0, 1)
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, b * cos + a * sin], dim=-1)
