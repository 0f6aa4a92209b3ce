"""The norms are counted too.

Why: A norm needs the whole hidden vector. It would need a reduce if that vector were cut, but every
rank has all of it.

Look: What does each rank hold right after the all-reduce of a row-parallel matrix?
"""


def collectives_per_forward(num_layers: int) -> dict[str, int]:
    return {"all_reduce": 4 * num_layers + 2, "gather": 1}
