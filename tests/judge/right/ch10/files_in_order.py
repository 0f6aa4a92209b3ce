"""Goes through the files, each opened once; slices; names split from the right."""

import os


def tensor_files(directory: str | Path) -> dict[str, str]:
    home = str(directory)
    if not Path(home).exists():
        raise FileNotFoundError(home)
    if "model.safetensors" in os.listdir(home):
        return {name: f"{home}/model.safetensors" for name in names_in(f"{home}/model.safetensors")}
    if not Path(home, INDEX).exists():
        raise FileNotFoundError(f"nothing to load in {home}")
    found = {name: str(path) for name, path in indexed_files(Path(home)).items()}
    for name, path in found.items():
        if not Path(path).exists():
            raise FileNotFoundError(f"{path}, which should hold {name}, is not there")
        if name not in names_in(Path(path)):
            raise ValueError(f"{path} should hold {name} and does not")
    return found


def checkpoint_targets(model: nn.Module) -> dict[str, tuple[nn.Parameter, tuple]]:
    merged = {}
    for part, (module, shard_id) in model.packed_modules_mapping.items():
        merged.setdefault(module, []).append((part, shard_id))
    found = {}
    for name, param in model.named_parameters():
        pieces = name.split(".")
        places = [i for i, piece in enumerate(pieces) if piece in merged]
        if not places:
            found[name] = (param, ())
            continue
        [place] = places
        for part, shard_id in merged[pieces[place]]:
            found[".".join(pieces[:place] + [part] + pieces[place + 1 :])] = (param, (shard_id,))
    return found


def load_whole(param: nn.Parameter, loaded_weight: Tensor) -> None:
    if loaded_weight.size() != param.size():
        raise ValueError(f"{list(loaded_weight.shape)} does not fit {list(param.shape)}")
    param.data[...] = loaded_weight


def load_sharded(
    model: nn.Module, directory: str | Path, group: TPGroup, dtype: torch.dtype | None = None
) -> None:
    files = tensor_files(directory)
    check_names(model, set(files))
    model.to(dtype or next(model.parameters()).dtype)
    targets, errors = checkpoint_targets(model), []
    for path in set(files.values()):
        with safe_open(path, "pt") as file:
            for name in names_in(path):
                if files.get(name) != path or name not in targets:
                    continue
                param, shard_id = targets[name]
                try:
                    loader = getattr(param, "weight_loader", load_whole)
                    loader(param, file.get_slice(name)[:], *shard_id)
                except ValueError as error:
                    errors.append(f"{name} ({error})")
    if errors:
        raise ValueError(", ".join(errors))
