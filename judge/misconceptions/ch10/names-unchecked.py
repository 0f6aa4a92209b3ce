"""Whatever the checkpoint has is loaded, and the rest is left as it is.

Why: A loop over the tensors of the files loads all that is there, and no name is looked up in vain.

Look: Which line of load_sharded uses check_names?
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
    if mis_shaped:
        raise ValueError(f"rank {group.rank}: {'; '.join(mis_shaped)}")
