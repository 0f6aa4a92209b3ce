"""The code pairs each dimension with its neighbour.

Why: Many descriptions of RoPE pair dimensions 0 and 1, 2 and 3, and so on. Qwen3's weights are
stored for another pairing.

Look: Turn [1, 2, 3, 4] by a quarter by hand. Which number should 1 be mixed with?
"""


def apply_rope(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    a, b = x[..., ::2], x[..., 1::2]
    return torch.stack([a * cos - b * sin, b * cos + a * sin], dim=-1).flatten(-2)
