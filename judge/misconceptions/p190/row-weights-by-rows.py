"""The weights of o_proj and down_proj are cut by their outputs like the others.

Why: One rule for all weights looks natural. These two are given an input that is already cut: each
rank has a slice of it.

Look: How long is the vector that o_proj is given on one rank?
"""


def local_shapes(
    hidden_size: int, num_heads: int, head_size: int, intermediate_size: int, tp_size: int
) -> dict[str, tuple[int, int]]:
    local_q = divide(num_heads, tp_size) * head_size
    local_intermediate = divide(intermediate_size, tp_size)
    return {
        "q_proj": (local_q, hidden_size),
        "o_proj": (hidden_size // tp_size, num_heads * head_size),
        "gate_proj": (local_intermediate, hidden_size),
        "down_proj": (hidden_size // tp_size, intermediate_size),
    }
