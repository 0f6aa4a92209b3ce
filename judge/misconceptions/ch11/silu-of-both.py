"""The activation is applied to gate and to up.

Why: Both come out of the same layer, and the activation is easily put around all of it.

Look: Compute one neuron by hand, with gate 1 and up 2, and compare with the formula in the
docstring of Qwen3MLP.
"""

import torch.nn.functional as F
from torch import Tensor


class Qwen3MLP:
    def forward(self, x: Tensor) -> Tensor:
        gate, up = F.silu(self.gate_up_proj(x)).chunk(2, dim=-1)
        return self.down_proj(gate * up)
