"""Only the decoder layers are counted.

Why: The layers are where the weights are. The vocab-parallel embedding comes before them, and its
ranks must meet too.

Look: What does a rank know of a token whose id lies in another rank's part of the table?
"""


def collectives_per_forward(num_layers: int) -> dict[str, int]:
    return {"all_reduce": 2 * num_layers, "gather": 1}
