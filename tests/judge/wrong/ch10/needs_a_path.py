"""wrong_answer: a directory given as a string has no parts"""


def tensor_files(directory: str | Path) -> dict[str, Path]:
    if not directory.is_dir():
        raise FileNotFoundError(f"no checkpoint directory at {directory}")
    single = directory / "model.safetensors"
    if single.is_file():
        return dict.fromkeys(names_in(single), single)
    files = indexed_files(directory)
    for path in sorted(set(files.values())):
        if not path.is_file():
            raise FileNotFoundError(f"{INDEX} names {path.name}, which is not in {directory}")
        if lost := sorted(n for n in set(files) - names_in(path) if files[n] == path):
            raise ValueError(f"{INDEX} places tensors in {path.name} that it lacks: {listed(lost)}")
    return files
