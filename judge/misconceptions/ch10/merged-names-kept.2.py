"""Beside the names of their parts."""


def checkpoint_targets(model: nn.Module) -> dict[str, tuple[nn.Parameter, tuple]]:
    targets = {}
    for name, param in model.named_parameters():
        targets[name] = (param, ())
        path = name.split(".")
        for part, (merged, shard_id) in model.packed_modules_mapping.items():
            if merged in path:
                other = ".".join(part if module == merged else module for module in path)
                targets[other] = (param, (shard_id,))
    return targets
