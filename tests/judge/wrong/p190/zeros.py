"""wrong_answer: every result is 0."""


def divide(numerator, denominator):
    return 0


def local_shapes(hidden_size, num_heads, head_size, intermediate_size, tp_size):
    return dict.fromkeys(("q_proj", "o_proj", "gate_proj", "down_proj"), (0, 0))
