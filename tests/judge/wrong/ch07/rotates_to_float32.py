"""wrong_answer: right numbers in float32, whatever x is"""


def apply_rope(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    a, b = x.float().chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, b * cos + a * sin], dim=-1).float()
