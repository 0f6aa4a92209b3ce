"""The loaded_shard_id of a merged parameter stands there without its tuple.

Why: It is one value, and (param, 1) is a pair as it should be. A parameter that is not merged has
no such value, and its weight_loader takes one argument less: only a tuple can be empty.

Look: What does weight_loader(param, tensor, *shard_id) do with 1, with (1,) and with ()?
"""


def checkpoint_targets(model: nn.Module) -> dict[str, tuple[nn.Parameter, tuple]]:
    targets = {}
    for name, param in model.named_parameters():
        path = name.split(".")
        parts = {
            ".".join(part if module == merged else module for module in path): (param, shard_id)
            for part, (merged, shard_id) in model.packed_modules_mapping.items()
            if merged in path
        }
        targets.update(parts or {name: (param, ())})
    return targets
