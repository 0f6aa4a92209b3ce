"""Every matrix is counted with an all-reduce.

Why: Each of the four matrices is cut, so each seems to need one. The output of a column-parallel
matrix stays cut, and the next one takes it as it is.

Look: Which matrix of a pair can work on what the other left on the same rank?
"""


def collectives_per_forward(num_layers: int) -> dict[str, int]:
    return {"all_reduce": 4 * num_layers + 1, "gather": 1}
