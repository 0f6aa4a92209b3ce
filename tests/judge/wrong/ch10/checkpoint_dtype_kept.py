"""wrong_answer: every parameter gets the dtype of the file"""


def load_sharded(
    model: nn.Module, directory: str | Path, group: TPGroup, dtype: torch.dtype | None = None
) -> None:
    files = tensor_files(directory)
    check_names(model, set(files))
    errors = []
    for name, (param, shard_id) in checkpoint_targets(model).items():
        with safe_open(files[name], "pt") as file:
            tensor = file.get_tensor(name)
        param.data = param.data.to(dtype or tensor.dtype)
        try:
            getattr(param, "weight_loader", load_whole)(param, tensor, *shard_id)
        except ValueError as error:
            errors.append(f"{name}: {error}")
    if errors:
        raise ValueError("; ".join(errors))
