"""Only biases: the mapping is used for weights alone."""


def checkpoint_targets(model: nn.Module) -> dict[str, tuple[nn.Parameter, tuple]]:
    targets = {}
    for name, param in model.named_parameters():
        path = name.split(".")
        parts = {
            ".".join(part if module == merged else module for module in path): (param, (shard_id,))
            for part, (merged, shard_id) in model.packed_modules_mapping.items()
            if merged in path and path[-1] == "weight"
        }
        targets.update(parts or {name: (param, ())})
    return targets
