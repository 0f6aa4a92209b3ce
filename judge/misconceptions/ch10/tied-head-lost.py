"""The code wants the tied head as one more tensor of the checkpoint.

Why: The head is a layer like any other. Its table is the embedding's, and checkpoints such as
Qwen3-4B's do not repeat it.

Look: What does named_parameters do with a parameter that two modules share?
"""


def checkpoint_targets(model: nn.Module) -> dict[str, tuple[nn.Parameter, tuple]]:
    targets = {}
    for name, param in model.named_parameters(remove_duplicate=False):
        path = name.split(".")
        parts = {
            ".".join(part if module == merged else module for module in path): (param, (shard_id,))
            for part, (merged, shard_id) in model.packed_modules_mapping.items()
            if merged in path
        }
        targets.update(parts or {name: (param, ())})
    return targets
