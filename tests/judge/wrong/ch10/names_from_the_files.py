"""wrong_answer: the index says which files there are, each file says what it holds"""


def tensor_files(directory: str | Path) -> dict[str, Path]:
    directory = Path(directory)
    single = directory / "model.safetensors"
    if single.is_file():
        return dict.fromkeys(names_in(single), single)
    if not (directory / INDEX).is_file():
        raise FileNotFoundError(f"{directory} has neither model.safetensors nor {INDEX}")
    files = indexed_files(directory)
    found = {}
    for path in sorted(set(files.values())):
        if not path.is_file():
            raise FileNotFoundError(f"{INDEX} names {path.name}, which is not in {directory}")
        found |= dict.fromkeys(names_in(path), path)
    for name, path in files.items():
        if name not in names_in(path):
            raise ValueError(f"{name} is not in {path}")
    return found
