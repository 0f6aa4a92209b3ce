"""Only model.safetensors is known."""


def tensor_files(directory: str | Path) -> dict[str, Path]:
    path = Path(directory) / "model.safetensors"
    if not path.is_file():
        raise FileNotFoundError(f"there is no {path}")
    return dict.fromkeys(names_in(path), path)
