"""The first tensor of a wrong shape ends the load, and says not which one it is.

Why: The layers' loaders raise a clear error with both shapes. They are not told the tensor's name.

Look: Which tensor is meant by "has shape (1, 3), expected (12, 3)"?
"""


def load_sharded(
    model: nn.Module, directory: str | Path, group: TPGroup, dtype: torch.dtype | None = None
) -> None:
    files = tensor_files(directory)
    check_names(model, set(files))
    if dtype is not None:
        model.to(dtype)
    for name, (param, shard_id) in checkpoint_targets(model).items():
        loader = getattr(param, "weight_loader", load_whole)
        with safe_open(files[name], "pt") as file:
            loader(param, file.get_tensor(name), *shard_id)
