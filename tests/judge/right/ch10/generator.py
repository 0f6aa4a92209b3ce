"""A generator hands out one tensor after the other; targets are made by a helper."""

from collections.abc import Iterator


def names_of(name: str, packed: dict) -> Iterator[tuple[str, tuple]]:
    parts = name.split(".")
    for part, (merged, shard_id) in packed.items():
        if merged in parts:
            parts_of = list(parts)
            parts_of[parts.index(merged)] = part
            yield ".".join(parts_of), (shard_id,)


def checkpoint_targets(model: nn.Module) -> dict[str, tuple[nn.Parameter, tuple]]:
    targets = {}
    for name, param in model.named_parameters():
        names = list(names_of(name, model.packed_modules_mapping)) or [(name, ())]
        targets |= {other: (param, shard_id) for other, shard_id in names}
    return targets


def stream(files: dict[str, Path], names: list[str]) -> Iterator[tuple[str, Tensor]]:
    for name in names:
        with safe_open(str(files[name]), framework="pt", device="cpu") as file:
            yield name, file.get_tensor(name)


def load_sharded(
    model: nn.Module, directory: str | Path, group: TPGroup, dtype: torch.dtype | None = None
) -> None:
    files = tensor_files(directory)
    check_names(model, set(files))
    if dtype is not None:
        model = model.to(dtype=dtype)
    targets = checkpoint_targets(model)
    errors = []
    for name, tensor in stream(files, list(targets)):
        param, shard_id = targets[name]
        loader = getattr(param, "weight_loader", load_whole)
        try:
            loader(param, tensor, *shard_id)
        except ValueError as error:
            errors.append(f"{name}: {error}")
    if errors:
        raise ValueError("\n".join(errors))
