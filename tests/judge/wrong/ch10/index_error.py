"""wrong_answer: a missing index is an error of another kind"""


def tensor_files(directory: str | Path) -> dict[str, Path]:
    single = Path(directory) / "model.safetensors"
    if single.is_file():
        return dict.fromkeys(names_in(single), single)
    try:
        files = indexed_files(Path(directory))
    except OSError as error:
        raise ValueError(f"no index: {error}") from None
    for name, path in files.items():
        if not path.is_file() or name not in names_in(path):
            raise ValueError(f"{name} is not in {path}")
    return files
