"""contract_violation: the rotated head is written over x"""


def apply_rope(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    a, b = x.clone().chunk(2, dim=-1)
    x.copy_(torch.cat([a * cos - b * sin, b * cos + a * sin], dim=-1))
    return x
