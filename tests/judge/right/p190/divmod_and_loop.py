"""divmod, and shapes written into a dict one by one."""


def divide(numerator, denominator):
    if denominator <= 0:
        raise ValueError(f"cannot divide {numerator} by {denominator}")
    quotient, rest = divmod(numerator, denominator)
    if rest != 0:
        raise ValueError(f"{numerator} / {denominator} leaves {rest}")
    return quotient


def local_shapes(hidden_size, num_heads, head_size, intermediate_size, tp_size):
    shapes = {}
    for names, cut in (
        (("q_proj", "o_proj"), divide(num_heads, tp_size) * head_size),
        (("gate_proj", "down_proj"), divide(intermediate_size, tp_size)),
    ):
        shapes[names[0]] = [cut, hidden_size]
        shapes[names[1]] = [hidden_size, cut]
    return shapes
