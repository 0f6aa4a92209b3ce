"""wrong_answer: every file of the directory is loaded"""


def load_sharded(
    model: nn.Module, directory: str | Path, group: TPGroup, dtype: torch.dtype | None = None
) -> None:
    files = tensor_files(directory)
    check_names(model, set(files))
    if dtype is not None:
        model.to(dtype)
    targets, errors = checkpoint_targets(model), []
    for path in sorted(Path(directory).glob("*.safetensors")):
        with safe_open(path, "pt") as file:
            for name in sorted(targets.keys() & set(file.keys())):
                param, shard_id = targets[name]
                try:
                    loader = getattr(param, "weight_loader", load_whole)
                    loader(param, file.get_tensor(name), *shard_id)
                except ValueError as error:
                    errors.append(f"{name}: {error}")
    if errors:
        raise ValueError("; ".join(errors))
