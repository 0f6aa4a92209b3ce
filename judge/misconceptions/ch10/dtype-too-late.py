"""The model gets its dtype when the numbers are in it already.

Why: A model can be turned at any time, and from float32 to bfloat16 the result is the same. What a
narrower parameter has rounded does not come back in a wider one.

Look: What does 257 become in bfloat16, and then in float32?
"""


def load_sharded(
    model: nn.Module, directory: str | Path, group: TPGroup, dtype: torch.dtype | None = None
) -> None:
    files = tensor_files(directory)
    check_names(model, set(files))
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
    if dtype is not None:
        model.to(dtype)
