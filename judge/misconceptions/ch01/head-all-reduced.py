"""The LM head is counted as an all-reduce.

Why: The embedding is cut on the vocabulary and ends with a sum, and the head is cut the same way.
But each rank has the logits of other tokens: nothing is to be added.

Look: How many ranks have a number for the logit of one token?
"""


def collectives_per_forward(num_layers: int) -> dict[str, int]:
    return {"all_reduce": 2 * num_layers + 2, "gather": 0}
