"""wrong_answer: the counts of 28 layers, whatever the number of layers"""


def collectives_per_forward(num_layers: int) -> dict[str, int]:
    return {"all_reduce": 57, "gather": 1}
