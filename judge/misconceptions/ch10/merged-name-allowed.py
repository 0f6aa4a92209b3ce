"""A merged parameter's own name is let through, though no checkpoint has it.

Why: What named_parameters lists are the model's names. The checkpoint's are those of its targets;
beside them it can only have what tied modules share.

Look: Which of your allowed names are not keys of checkpoint_targets, and should each be there?
"""


def check_names(model: nn.Module, found: set[str]) -> None:
    required = set(checkpoint_targets(model))
    every_name = {name for name, _ in model.named_parameters(remove_duplicate=False)}
    problems = []
    if missing := sorted(required - found):
        problems.append(f"the checkpoint lacks {listed(missing)}")
    if unexpected := sorted(found - required - every_name):
        problems.append(f"the model has no {listed(unexpected)}")
    if problems:
        raise ValueError("; ".join(problems))
