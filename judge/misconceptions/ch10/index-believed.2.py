"""That the files are there is checked, not what is in them."""


def tensor_files(directory: str | Path) -> dict[str, Path]:
    directory = Path(directory)
    if not directory.is_dir():
        raise FileNotFoundError(f"no checkpoint directory at {directory}")
    single = directory / "model.safetensors"
    if single.is_file():
        return dict.fromkeys(names_in(single), single)
    if not (directory / INDEX).is_file():
        raise FileNotFoundError(f"{directory} has neither model.safetensors nor {INDEX}")
    files = indexed_files(directory)
    for path in sorted(set(files.values())):
        if not path.is_file():
            raise FileNotFoundError(f"{INDEX} names {path.name}, which is not in {directory}")
    return files
