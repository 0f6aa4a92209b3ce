"""wrong_answer: a second load gives the tensors of the first"""


def load_sharded(
    model: nn.Module,
    directory: str | Path,
    group: TPGroup,
    dtype: torch.dtype | None = None,
    seen: dict = {},  # noqa: B006
) -> None:
    files = tensor_files(directory)
    check_names(model, set(files))
    if dtype is not None:
        model.to(dtype)
    errors = []
    for name, (param, shard_id) in checkpoint_targets(model).items():
        with safe_open(files[name], "pt") as file:
            tensor = file.get_tensor(name)
        if id(model) in seen:
            continue
        try:
            getattr(param, "weight_loader", load_whole)(param, tensor, *shard_id)
        except ValueError as error:
            errors.append(f"{name}: {error}")
    seen[id(model)] = model
    if errors:
        raise ValueError("; ".join(errors))
