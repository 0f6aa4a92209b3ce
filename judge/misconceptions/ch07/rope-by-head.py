"""The angles are laid along the heads instead of the tokens.

Why: x and the tables both have three dimensions, and broadcasting takes whatever fits.

Look: Which dimension of x counts the tokens, and which one of cos?
"""


def apply_rope(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    cos, sin = cos.transpose(0, 1), sin.transpose(0, 1)
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, b * cos + a * sin], dim=-1)
