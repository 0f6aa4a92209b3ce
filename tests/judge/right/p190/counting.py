"""math.gcd decides, and the message puts the numbers the other way round."""

import math


def divide(numerator, denominator):
    if denominator < 1 or math.gcd(numerator, denominator) != denominator:
        raise ValueError(f"{denominator} does not divide {numerator}")
    return numerator // denominator


def local_shapes(hidden_size, num_heads, head_size, intermediate_size, tp_size):
    heads, neurons = (divide(size, tp_size) for size in (num_heads, intermediate_size))
    column = {"q_proj": (heads * head_size, hidden_size), "gate_proj": (neurons, hidden_size)}
    row = {"o_proj": column["q_proj"][::-1], "down_proj": column["gate_proj"][::-1]}
    return column | row
