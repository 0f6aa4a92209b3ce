"""Tensors that the checkpoint lacks are not noticed.

Why: A loop over the checkpoint's tensors never meets one that is not there. The parameter keeps
what happened to be in its memory.

Look: What does a parameter hold that nobody has filled?
"""


def check_names(model: nn.Module, found: set[str]) -> None:
    required = set(checkpoint_targets(model))
    every_name = {name for name, _ in model.named_parameters(remove_duplicate=False)}
    tied = every_name - {name for name, _ in model.named_parameters()}
    if unexpected := sorted(found - required - tied):
        raise ValueError(f"the model has no {listed(unexpected)}")
