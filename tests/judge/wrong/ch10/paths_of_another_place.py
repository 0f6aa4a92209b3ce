"""wrong_answer: file names without their directory"""


def tensor_files(directory: str | Path) -> dict[str, Path]:
    single = Path(directory) / "model.safetensors"
    if single.is_file():
        return dict.fromkeys(names_in(single), Path(single.name))
    files = indexed_files(Path(directory))
    return {name: Path(path.name) for name, path in files.items()}
