"""The code refuses a checkpoint because it has the tied head.

Why: The model has no parameter of that name left, so the tensor looks like one too many.
Qwen3-0.6B's file holds it although the head is tied.

Look: Which names does named_parameters leave out when two modules share a parameter?
"""


def check_names(model: nn.Module, found: set[str]) -> None:
    required = set(checkpoint_targets(model))
    problems = []
    if missing := sorted(required - found):
        problems.append(f"the checkpoint lacks {listed(missing)}")
    if unexpected := sorted(found - required):
        problems.append(f"the model has no {listed(unexpected)}")
    if problems:
        raise ValueError("; ".join(problems))
