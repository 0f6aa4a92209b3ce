"""The parts of a merged parameter are put together whole, and then cut in one go.

Why: Cutting comes last in every other layer. Cut as one matrix, rank 0 gets all of q and the last
rank all of v.

Look: Which rows of the merged parameter hold k on rank 0? Where do they come from?
"""


def load_sharded(
    model: nn.Module, directory: str | Path, group: TPGroup, dtype: torch.dtype | None = None
) -> None:
    files = tensor_files(directory)
    check_names(model, set(files))
    if dtype is not None:
        model.to(dtype)
    parts, mis_shaped = {}, []
    for name, (param, shard_id) in checkpoint_targets(model).items():
        with safe_open(files[name], "pt") as file:
            loaded = file.get_tensor(name)
        if shard_id:
            parts.setdefault(id(param), (param, []))[1].append(loaded)
            continue
        try:
            getattr(param, "weight_loader", load_whole)(param, loaded)
        except ValueError as error:
            mis_shaped.append(f"{name}: {error}")
    for param, loaded in parts.values():
        packed = torch.cat(loaded)
        rows = len(param)
        start = min(group.rank * rows, len(packed) - rows)
        param.data.copy_(packed[start : start + rows])
    if mis_shaped:
        raise ValueError(f"rank {group.rank}: {'; '.join(mis_shaped)}")
