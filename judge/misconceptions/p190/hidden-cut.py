"""The hidden size is cut too.

Why: Everything is divided by the number of ranks, so why not the hidden size. Each weight is cut
along one dimension only; the hidden vector is whole on every rank.

Look: Multiply the numbers of one rank's q_proj by the number of ranks. Is it the whole weight?
"""


def local_shapes(
    hidden_size: int, num_heads: int, head_size: int, intermediate_size: int, tp_size: int
) -> dict[str, tuple[int, int]]:
    local_q = divide(num_heads, tp_size) * head_size
    local_intermediate = divide(intermediate_size, tp_size)
    local_hidden = hidden_size // tp_size
    return {
        "q_proj": (local_q, local_hidden),
        "o_proj": (local_hidden, local_q),
        "gate_proj": (local_intermediate, local_hidden),
        "down_proj": (local_hidden, local_intermediate),
    }
