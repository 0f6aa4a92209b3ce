"""The merged module is found by its letters anywhere in the name.

Why: A str.replace is short, and in most models no other name contains these letters.

Look: What does your code make of a module that is called gate_up_norm?
"""


def checkpoint_targets(model: nn.Module) -> dict[str, tuple[nn.Parameter, tuple]]:
    targets = {}
    for name, param in model.named_parameters():
        parts = {
            name.replace(merged, part): (param, (shard_id,))
            for part, (merged, shard_id) in model.packed_modules_mapping.items()
            if merged in name
        }
        targets.update(parts or {name: (param, ())})
    return targets
