"""wrong_answer: a tensor called like a merged parameter is let through"""


def check_names(model: nn.Module, found: set[str]) -> None:
    required = set(checkpoint_targets(model))
    every_name = {name for name, _ in model.named_parameters(remove_duplicate=False)}
    if missing := sorted(required - found):
        raise ValueError(f"lacks {missing}, and {sorted(found - required - every_name)} is new")
    if unexpected := sorted(found - required - every_name):
        raise ValueError(f"unexpected {unexpected}")
