"""Refuses a hidden size that does not divide."""


def local_shapes(
    hidden_size: int, num_heads: int, head_size: int, intermediate_size: int, tp_size: int
) -> dict[str, tuple[int, int]]:
    local_q = divide(num_heads, tp_size) * head_size
    local_intermediate = divide(intermediate_size, tp_size)
    local_hidden = divide(hidden_size, tp_size)
    return {
        "q_proj": (local_q, local_hidden),
        "o_proj": (local_hidden, local_q),
        "gate_proj": (local_intermediate, local_hidden),
        "down_proj": (local_hidden, local_intermediate),
    }
