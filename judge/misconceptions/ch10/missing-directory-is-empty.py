"""A checkpoint that is not there is taken for an empty one.

Why: A search that finds nothing gives an empty list, and a loop over it does nothing.

Look: What does your code return for a directory that does not exist?
"""


def tensor_files(directory: str | Path) -> dict[str, Path]:
    directory = Path(directory)
    single = directory / "model.safetensors"
    if single.is_file():
        return dict.fromkeys(names_in(single), single)
    if not (directory / INDEX).is_file():
        return {}
    files = indexed_files(directory)
    for path in sorted(set(files.values())):
        if not path.is_file():
            raise FileNotFoundError(f"{INDEX} names {path.name}, which is not in {directory}")
        if lost := sorted(n for n in set(files) - names_in(path) if files[n] == path):
            raise ValueError(f"{INDEX} places tensors in {path.name} that it lacks: {listed(lost)}")
    return files
