"""The activation is applied to the product of gate and up.

Why: In a plain MLP the activation comes last, after everything between the two matrices.

Look: Compute one neuron by hand, with gate 1 and up 2, and compare with the formula in the
docstring of Qwen3MLP.
"""

import torch.nn.functional as F
from torch import Tensor


class Qwen3MLP:
    def forward(self, x: Tensor) -> Tensor:
        gate, up = self.gate_up_proj(x).chunk(2, dim=-1)
        return self.down_proj(F.silu(gate * up))
