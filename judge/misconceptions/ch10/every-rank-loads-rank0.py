"""Every rank copies the first rows or columns that fit.

Why: A part of the right shape loads without an error, whichever part of the tensor it is. Which one
belongs to this rank is known to the parameter's weight_loader alone.

Look: Print a parameter of rank 1 and find its first number in the checkpoint.
"""


def load_sharded(
    model: nn.Module, directory: str | Path, group: TPGroup, dtype: torch.dtype | None = None
) -> None:
    files = tensor_files(directory)
    check_names(model, set(files))
    if dtype is not None:
        model.to(dtype)
    filled = {}
    for name, (param, _) in checkpoint_targets(model).items():
        with safe_open(files[name], "pt") as file:
            loaded = file.get_tensor(name)
        first = filled.get(id(param), 0)
        rows = min(len(loaded), max(1, len(param) - first))
        if param.ndim == 2:
            loaded = loaded[:, : param.shape[1]]
        param.data[first : first + rows] = loaded[:rows]
        filled[id(param)] = first + rows
