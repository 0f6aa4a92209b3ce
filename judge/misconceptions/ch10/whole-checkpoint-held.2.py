"""A file at a time, with all of its tensors."""

from safetensors.torch import load_file


def load_sharded(
    model: nn.Module, directory: str | Path, group: TPGroup, dtype: torch.dtype | None = None
) -> None:
    files = tensor_files(directory)
    check_names(model, set(files))
    if dtype is not None:
        model.to(dtype)
    targets, mis_shaped = checkpoint_targets(model), []
    for path in sorted(set(files.values())):
        tensors = load_file(path)
        for name in sorted(name for name in targets if files[name] == path):
            param, shard_id = targets[name]
            try:
                getattr(param, "weight_loader", load_whole)(param, tensors[name], *shard_id)
            except ValueError as error:
                mis_shaped.append(f"{name}: {error}")
    if mis_shaped:
        raise ValueError(f"rank {group.rank}: {'; '.join(mis_shaped)}")
