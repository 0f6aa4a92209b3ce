"""wrong_answer: a model in bfloat16 is turned into float32"""


def load_sharded(
    model: nn.Module, directory: str | Path, group: TPGroup, dtype: torch.dtype | None = None
) -> None:
    files = tensor_files(directory)
    check_names(model, set(files))
    model.to(dtype or torch.float32)
    errors = []
    for name, (param, shard_id) in checkpoint_targets(model).items():
        with safe_open(files[name], "pt") as file:
            try:
                loader = getattr(param, "weight_loader", load_whole)
                loader(param, file.get_tensor(name), *shard_id)
            except ValueError as error:
                errors.append(f"{name}: {error}")
    if errors:
        raise ValueError("; ".join(errors))
