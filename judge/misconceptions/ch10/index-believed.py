"""The index is believed without a look at the files.

Why: The index is part of the checkpoint, so what it says seems to be there. A download that broke
off leaves an index and some of its files.

Look: What happens with an index that names a file which is not there?
"""


def tensor_files(directory: str | Path) -> dict[str, Path]:
    directory = Path(directory)
    if not directory.is_dir():
        raise FileNotFoundError(f"no checkpoint directory at {directory}")
    single = directory / "model.safetensors"
    if single.is_file():
        return dict.fromkeys(names_in(single), single)
    if not (directory / INDEX).is_file():
        raise FileNotFoundError(f"{directory} has neither model.safetensors nor {INDEX}")
    return indexed_files(directory)
