"""The pairs are rotated the wrong way round.

Why: Two signs differ, and either placing of the minus is a rotation. Query and key turned backwards
alike even give the same scores.

Look: A quarter turn takes the pair (1, 0) to (0, 1). Where does yours take it?
"""


def apply_rope(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos + b * sin, b * cos - a * sin], dim=-1)
