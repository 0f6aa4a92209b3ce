"""The activation is applied to up instead of gate.

Why: Both are projections of the same x with the same shape, so nothing fails when they change
places.

Look: Which of the two halves of gate_up_proj's output goes through silu? The docstring says which
one is loaded first.
"""

import torch.nn.functional as F
from torch import Tensor


class Qwen3MLP:
    def forward(self, x: Tensor) -> Tensor:
        gate, up = self.gate_up_proj(x).chunk(2, dim=-1)
        return self.down_proj(F.silu(up) * gate)
