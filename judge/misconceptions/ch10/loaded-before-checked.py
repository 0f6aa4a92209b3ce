"""Names are checked after the tensors have been loaded.

Why: The error comes in the end, so the model is not used. Until then minutes have gone, and a model
that was right before is half another one.

Look: Which parameters have changed when your error is raised?
"""


def load_sharded(
    model: nn.Module, directory: str | Path, group: TPGroup, dtype: torch.dtype | None = None
) -> None:
    files = tensor_files(directory)
    if dtype is not None:
        model.to(dtype)
    mis_shaped = []
    for name, (param, shard_id) in checkpoint_targets(model).items():
        if name not in files:
            continue
        loader = getattr(param, "weight_loader", load_whole)
        with safe_open(files[name], "pt") as file:
            try:
                loader(param, file.get_tensor(name), *shard_id)
            except ValueError as error:
                mis_shaped.append(f"{name}: {error}")
    check_names(model, set(files))
    if mis_shaped:
        raise ValueError(f"rank {group.rank}: {'; '.join(mis_shaped)}")
