"""Reads through numpy where it can, checks names by hand, and lets each tensor go by name."""


class NamesError(ValueError):
    pass


def check_names(model: nn.Module, found: set[str]) -> None:
    wrong = [f"missing: {name}" for name in checkpoint_targets(model) if name not in found]
    known = set(checkpoint_targets(model))
    known |= {name for name, _ in model.named_parameters(remove_duplicate=False)}
    merged = {module for module, _ in model.packed_modules_mapping.values()}
    known = {name for name in known if not merged & set(name.split("."))} | set(
        checkpoint_targets(model)
    )
    wrong += [f"unexpected: {name}" for name in found if name not in known]
    if wrong:
        raise NamesError(f"{len(wrong)} tensors: {wrong}")


def load_whole(param: nn.Parameter, loaded_weight: Tensor) -> None:
    if param.shape != loaded_weight.shape:
        raise ValueError(f"got {loaded_weight.shape}, need {param.shape}")
    with torch.no_grad():
        param.copy_(loaded_weight.to(param.dtype))


def load_sharded(
    model: nn.Module, directory: str | Path, group: TPGroup, dtype: torch.dtype | None = None
) -> None:
    def read(path: Path, name: str) -> Tensor:
        try:
            with safe_open(path, "np") as file:
                return torch.from_numpy(file.get_tensor(name))
        except Exception:  # numpy has no bfloat16
            with safe_open(path, "pt") as file:
                return file.get_tensor(name)

    files, wrong = tensor_files(directory), []
    check_names(model, set(files))
    if dtype:
        for param in model.parameters():
            param.data = param.data.to(dtype)
    for name, (param, shard_id) in sorted(checkpoint_targets(model).items()):
        tensor = read(files[name], name).to(param.dtype)
        try:
            if hasattr(param, "weight_loader"):
                param.weight_loader(param, tensor, *shard_id)
            else:
                load_whole(param, tensor)
        except ValueError as error:
            wrong.append((name, str(error)))
        del tensor
    if wrong:
        raise ValueError(f"these tensors do not fit: {wrong}")
