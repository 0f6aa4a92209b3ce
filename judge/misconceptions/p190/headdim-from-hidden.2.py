"""Divides the hidden size by the ranks."""


def local_shapes(
    hidden_size: int, num_heads: int, head_size: int, intermediate_size: int, tp_size: int
) -> dict[str, tuple[int, int]]:
    divide(num_heads, tp_size)
    local_q = hidden_size // tp_size
    local_intermediate = divide(intermediate_size, tp_size)
    return {
        "q_proj": (local_q, hidden_size),
        "o_proj": (hidden_size, local_q),
        "gate_proj": (local_intermediate, hidden_size),
        "down_proj": (hidden_size, local_intermediate),
    }
