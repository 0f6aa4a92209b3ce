"""The two halves of a head change places.

Why: The second half is needed to rotate the first one, so it is easily put there.

Look: A token at position 0 has the angle 0: its head must come back as it is.
"""


def apply_rope(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    a, b = x.chunk(2, dim=-1)
    return torch.cat([b * cos + a * sin, a * cos - b * sin], dim=-1)
