"""The code takes the heads together to be as wide as the hidden size.

Why: In many models head size times heads is the hidden size. In Qwen3-0.6B it is not: 16 heads of
128 are 2048 rows, and the hidden size is 1024.

Look: Which arguments does your number of q_proj rows depend on?
"""


def local_shapes(
    hidden_size: int, num_heads: int, head_size: int, intermediate_size: int, tp_size: int
) -> dict[str, tuple[int, int]]:
    local_q = divide(num_heads, tp_size) * (hidden_size // num_heads)
    local_intermediate = divide(intermediate_size, tp_size)
    return {
        "q_proj": (local_q, hidden_size),
        "o_proj": (hidden_size, local_q),
        "gate_proj": (local_intermediate, hidden_size),
        "down_proj": (hidden_size, local_intermediate),
    }
