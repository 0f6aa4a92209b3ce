"""The MLP all-reduces a result that down_proj has already completed.

Why: Every rank computes only a part, so a sum over the ranks looks necessary at the end.

Look: What does a row-parallel layer return: a partial sum, or the whole output? Count the
all-reduces of one MLP.
"""

import torch.nn.functional as F
from torch import Tensor


class Qwen3MLP:
    def forward(self, x: Tensor) -> Tensor:
        gate, up = self.gate_up_proj(x).chunk(2, dim=-1)
        return self.down_proj.group.all_reduce(self.down_proj(F.silu(gate) * up))
