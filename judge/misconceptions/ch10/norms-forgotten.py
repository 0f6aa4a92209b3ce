"""Parameters without a weight_loader are left out.

Why: The loaders do the work, so whoever has none seems to need none. A norm is whole on every rank
and still has to be filled.

Look: Print the weight of a norm after the load.
"""


def load_sharded(
    model: nn.Module, directory: str | Path, group: TPGroup, dtype: torch.dtype | None = None
) -> None:
    files = tensor_files(directory)
    check_names(model, set(files))
    if dtype is not None:
        model.to(dtype)
    mis_shaped = []
    for name, (param, shard_id) in checkpoint_targets(model).items():
        if not hasattr(param, "weight_loader"):
            continue
        with safe_open(files[name], "pt") as file:
            try:
                param.weight_loader(param, file.get_tensor(name), *shard_id)
            except ValueError as error:
                mis_shaped.append(f"{name}: {error}")
    if mis_shaped:
        raise ValueError(f"rank {group.rank}: {'; '.join(mis_shaped)}")
