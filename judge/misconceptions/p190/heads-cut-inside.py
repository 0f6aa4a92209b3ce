"""The rows are divided, not the heads.

Why: The rows of q_proj may divide where the heads do not: 6 heads of 8 rows are 48 rows, 12 for
each of 4 ranks. That is one head and a half.

Look: Divide the rows of one rank by the rows of one head.
"""


def local_shapes(
    hidden_size: int, num_heads: int, head_size: int, intermediate_size: int, tp_size: int
) -> dict[str, tuple[int, int]]:
    local_q = divide(num_heads * head_size, tp_size)
    local_intermediate = divide(intermediate_size, tp_size)
    return {
        "q_proj": (local_q, hidden_size),
        "o_proj": (hidden_size, local_q),
        "gate_proj": (local_intermediate, hidden_size),
        "down_proj": (hidden_size, local_intermediate),
    }
