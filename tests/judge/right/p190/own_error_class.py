"""A subclass of ValueError, and shapes from those of the whole model."""


class DoesNotDivide(ValueError):
    def __init__(self, a, b):
        super().__init__(f"{a} things on {b} ranks")


def divide(numerator, denominator):
    if denominator < 1 or numerator != numerator // denominator * denominator:
        raise DoesNotDivide(numerator, denominator)
    return numerator // denominator


def local_shapes(hidden_size, num_heads, head_size, intermediate_size, tp_size):
    for size in (num_heads, intermediate_size):
        if size % tp_size:
            raise DoesNotDivide(size, tp_size)
    width = num_heads * head_size // tp_size
    return dict(
        down_proj=(hidden_size, intermediate_size // tp_size),
        gate_proj=(intermediate_size // tp_size, hidden_size),
        o_proj=(hidden_size, width),
        q_proj=(width, hidden_size),
    )
