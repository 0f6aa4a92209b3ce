"""The dimensions between batch and vocabulary are lost.

Why: Logits are often (tokens, vocabulary), so two dimensions seem enough. A caller that passes (B,
T, v) wants (B, T, V) back.

Look: Compare the number of dimensions of what goes in and what comes out.
"""

from torch import Tensor


def merge_gathered(gathered: Tensor, tp_size: int) -> Tensor:
    blocks = gathered.reshape(tp_size, -1, gathered.shape[-1])
    return blocks.transpose(0, 1).reshape(-1, tp_size * gathered.shape[-1])
