"""wrong_answer: every checkpoint is complete"""


def check_names(model: nn.Module, found: set[str]) -> None:
    return None
