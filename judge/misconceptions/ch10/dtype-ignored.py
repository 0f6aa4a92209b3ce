"""The model keeps its dtype although another one is asked for.

Why: Copying converts on the way, so every dtype seems to be taken care of. What it converts to is
the parameter's dtype.

Look: What is the dtype of a parameter after load_sharded(..., dtype=torch.bfloat16)?
"""


def load_sharded(
    model: nn.Module, directory: str | Path, group: TPGroup, dtype: torch.dtype | None = None
) -> None:
    files = tensor_files(directory)
    check_names(model, set(files))
    mis_shaped = []
    for name, (param, shard_id) in checkpoint_targets(model).items():
        loader = getattr(param, "weight_loader", load_whole)
        with safe_open(files[name], "pt") as file:
            try:
                loader(param, file.get_tensor(name), *shard_id)
            except ValueError as error:
                mis_shaped.append(f"{name}: {error}")
    if mis_shaped:
        raise ValueError(f"rank {group.rank}: {'; '.join(mis_shaped)}")
