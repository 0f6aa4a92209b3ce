"""wrong_answer: a complete checkpoint is refused too"""


def check_names(model: nn.Module, found: set[str]) -> None:
    raise ValueError(f"these are wrong: {sorted(found ^ set(checkpoint_targets(model)))}")
