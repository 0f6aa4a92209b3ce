"""The parts of a merged parameter go to it without saying which part they are.

Why: The name of the tensor says which part it is, so it looks redundant. The loader of the
parameter never sees that name.

Look: What are the arguments of weight_loader in chapter 3?
"""


def checkpoint_targets(model: nn.Module) -> dict[str, tuple[nn.Parameter, tuple]]:
    targets = {}
    for name, param in model.named_parameters():
        path = name.split(".")
        parts = {
            ".".join(part if module == merged else module for module in path): (param, ())
            for part, (merged, _) in model.packed_modules_mapping.items()
            if merged in path
        }
        targets.update(parts or {name: (param, ())})
    return targets
