"""wrong_answer: down_proj is missing."""


def local_shapes(hidden_size, num_heads, head_size, intermediate_size, tp_size):
    width = divide(num_heads, tp_size) * head_size
    neurons = divide(intermediate_size, tp_size)
    return {
        "q_proj": (width, hidden_size),
        "o_proj": (hidden_size, width),
        "gate_proj": (neurons, hidden_size),
    }
