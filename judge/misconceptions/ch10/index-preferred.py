"""The code follows an index although there is a model.safetensors.

Why: An index looks like the more exact statement. Where both lie in a directory, one is left over
from another form of the checkpoint, and transformers reads the single file.

Look: Which of the two does the docstring prefer?
"""


def tensor_files(directory: str | Path) -> dict[str, Path]:
    directory = Path(directory)
    if not directory.is_dir():
        raise FileNotFoundError(f"no checkpoint directory at {directory}")
    single = directory / "model.safetensors"
    if not (directory / INDEX).is_file():
        if single.is_file():
            return dict.fromkeys(names_in(single), single)
        raise FileNotFoundError(f"{directory} has neither model.safetensors nor {INDEX}")
    files = indexed_files(directory)
    for path in sorted(set(files.values())):
        if not path.is_file():
            raise FileNotFoundError(f"{INDEX} names {path.name}, which is not in {directory}")
        if lost := sorted(n for n in set(files) - names_in(path) if files[n] == path):
            raise ValueError(f"{INDEX} places tensors in {path.name} that it lacks: {listed(lost)}")
    return files
