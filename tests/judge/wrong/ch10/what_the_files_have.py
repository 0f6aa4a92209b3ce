"""runtime_error: a tied head in the file has no target"""


def load_sharded(
    model: nn.Module, directory: str | Path, group: TPGroup, dtype: torch.dtype | None = None
) -> None:
    files = tensor_files(directory)
    check_names(model, set(files))
    if dtype is not None:
        model.to(dtype)
    targets, errors = checkpoint_targets(model), []
    for path in sorted(set(files.values())):
        with safe_open(path, "pt") as file:
            for name in sorted(name for name in files if files[name] == path):
                param, shard_id = targets[name]
                try:
                    loader = getattr(param, "weight_loader", load_whole)
                    loader(param, file.get_tensor(name), *shard_id)
                except ValueError as error:
                    errors.append(f"{name}: {error}")
    if errors:
        raise ValueError("; ".join(errors))
