"""wrong_answer: a constant"""


def divide(numerator: int, denominator: int) -> int:
    return 1536


def collectives_per_forward(num_layers: int) -> dict[str, int]:
    return {"all_reduce": 57, "gather": 1}
