"""wrong_answer: a head has the size it has in the examples."""


def local_shapes(hidden_size, num_heads, head_size, intermediate_size, tp_size):
    width = divide(num_heads, tp_size) * 128
    neurons = divide(intermediate_size, tp_size)
    return {
        "q_proj": (width, hidden_size),
        "o_proj": (hidden_size, width),
        "gate_proj": (neurons, hidden_size),
        "down_proj": (hidden_size, neurons),
    }
