"""Merged parameters are looked for under their own names.

Why: Names come from named_parameters, the model's own. The checkpoint was written by another model,
which has the projections apart.

Look: Is there a qkv_proj in the checkpoint?
"""


def checkpoint_targets(model: nn.Module) -> dict[str, tuple[nn.Parameter, tuple]]:
    return {name: (param, ()) for name, param in model.named_parameters()}
