"""wrong_answer: nothing belongs anywhere"""


def checkpoint_targets(model: nn.Module) -> dict[str, tuple[nn.Parameter, tuple]]:
    return {}
