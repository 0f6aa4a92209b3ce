"""The code writes the shapes as (in, out).

Why: In formulas Y = X W has W of shape (in, out). PyTorch stores the weight of a linear layer as
(out, in).

Look: Print torch.nn.Linear(3, 5).weight.shape.
"""


def local_shapes(
    hidden_size: int, num_heads: int, head_size: int, intermediate_size: int, tp_size: int
) -> dict[str, tuple[int, int]]:
    local_q = divide(num_heads, tp_size) * head_size
    local_intermediate = divide(intermediate_size, tp_size)
    return {
        "q_proj": (hidden_size, local_q),
        "o_proj": (local_q, hidden_size),
        "gate_proj": (hidden_size, local_intermediate),
        "down_proj": (local_intermediate, hidden_size),
    }
