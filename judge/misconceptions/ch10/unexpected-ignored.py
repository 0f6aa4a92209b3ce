"""The code skips tensors that the model has no place for.

Why: All parameters are filled, so nothing seems to be wrong. A tensor too many often means that the
checkpoint is of another model.

Look: What did the one who wrote the tensor want it to be used for?
"""


def check_names(model: nn.Module, found: set[str]) -> None:
    if missing := sorted(set(checkpoint_targets(model)) - found):
        raise ValueError(f"the checkpoint lacks {listed(missing)}")
