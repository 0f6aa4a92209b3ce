"""A decoder layer is counted with one all-reduce.

Why: Each pair of matrices costs one all-reduce, and it is easy to see only one pair in a layer.

Look: List the matrices of a decoder layer in order and draw a line wherever a row-parallel one
ends.
"""


def collectives_per_forward(num_layers: int) -> dict[str, int]:
    return {"all_reduce": num_layers + 1, "gather": 1}
