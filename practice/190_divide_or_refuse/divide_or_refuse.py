"""Problem 190: sizes that divide evenly among the ranks, and sizes that are refused.

Needs nothing but Python.
"""


def divide(numerator: int, denominator: int) -> int:
    """The exact quotient, an int.

    Raises ValueError, printing both numbers, when denominator does not divide numerator or is
    below 1.

    >>> divide(3072, 2)
    1536
    """
    raise NotImplementedError("p190.1 divide")


def local_shapes(
    hidden_size: int, num_heads: int, head_size: int, intermediate_size: int, tp_size: int
) -> dict[str, tuple[int, int]]:
    """The shape (out, in) of each weight that one of tp_size ranks holds.

    The keys are q_proj, o_proj, gate_proj and down_proj. Attention is cut by query head, the MLP by
    intermediate neuron; q_proj and gate_proj lose outputs, o_proj and down_proj lose inputs. The
    hidden size is whole on every rank.
    Raises ValueError, printing the number that does not divide and tp_size: num_heads or
    intermediate_size.

    >>> local_shapes(1024, 16, 128, 3072, 2)["o_proj"]
    (1024, 1024)
    """
    raise NotImplementedError("p190.2 local_shapes")
