"""wrong_answer: the shapes of the whole model."""


def local_shapes(hidden_size, num_heads, head_size, intermediate_size, tp_size):
    width = num_heads * head_size
    return {
        "q_proj": (width, hidden_size),
        "o_proj": (hidden_size, width),
        "gate_proj": (intermediate_size, hidden_size),
        "down_proj": (hidden_size, intermediate_size),
    }
