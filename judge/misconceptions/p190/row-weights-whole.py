"""The code keeps the weights of o_proj and down_proj whole on every rank.

Why: Their output is the whole hidden vector, so they look as if they could not be cut. They are cut
along their inputs, and the ranks' results are added.

Look: How long is the vector that down_proj is given on one rank?
"""


def local_shapes(
    hidden_size: int, num_heads: int, head_size: int, intermediate_size: int, tp_size: int
) -> dict[str, tuple[int, int]]:
    local_q = divide(num_heads, tp_size) * head_size
    local_intermediate = divide(intermediate_size, tp_size)
    return {
        "q_proj": (local_q, hidden_size),
        "o_proj": (hidden_size, num_heads * head_size),
        "gate_proj": (local_intermediate, hidden_size),
        "down_proj": (hidden_size, intermediate_size),
    }
