"""All tensors are read before the first one is used.

Why: A load_file is one line, and on one small model it costs nothing that one would notice. On tp
ranks of one machine the checkpoint is then in memory tp times.

Look: Print how many tensors are alive when the first weight_loader is called.
"""


def load_sharded(
    model: nn.Module, directory: str | Path, group: TPGroup, dtype: torch.dtype | None = None
) -> None:
    files = tensor_files(directory)
    check_names(model, set(files))
    if dtype is not None:
        model.to(dtype)
    tensors = {}
    for name, path in files.items():
        with safe_open(path, "pt") as file:
            tensors[name] = file.get_tensor(name)
    mis_shaped = []
    for name, (param, shard_id) in checkpoint_targets(model).items():
        loader = getattr(param, "weight_loader", load_whole)
        try:
            loader(param, tensors[name], *shard_id)
        except ValueError as error:
            mis_shaped.append(f"{name}: {error}")
    if mis_shaped:
        raise ValueError(f"rank {group.rank}: {'; '.join(mis_shaped)}")
