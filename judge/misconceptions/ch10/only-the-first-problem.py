"""The first wrong name is reported, and the others when that one is repaired.

Why: An error ends the function, and the first one is an error.

Look: How many names does your message have when two tensors are missing?
"""


def check_names(model: nn.Module, found: set[str]) -> None:
    required = set(checkpoint_targets(model))
    every_name = {name for name, _ in model.named_parameters(remove_duplicate=False)}
    tied = every_name - {name for name, _ in model.named_parameters()}
    for name in sorted(required - found):
        raise ValueError(f"the checkpoint lacks {name}")
    for name in sorted(found - required - tied):
        raise ValueError(f"the model has no {name}")
