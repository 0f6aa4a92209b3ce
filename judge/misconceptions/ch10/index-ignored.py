"""Every safetensors file in the directory is taken, whatever the index says.

Why: All files with that ending seem to be the checkpoint's. A backup or an older file lies there
just as well, and the one that is read last wins.

Look: Which file does the index name for this tensor?
"""


def tensor_files(directory: str | Path) -> dict[str, Path]:
    directory = Path(directory)
    if not directory.is_dir():
        raise FileNotFoundError(f"no checkpoint directory at {directory}")
    paths = sorted(directory.glob("*.safetensors"))
    if not paths:
        raise FileNotFoundError(f"{directory} has no safetensors files")
    return {name: path for path in paths for name in names_in(path)}
