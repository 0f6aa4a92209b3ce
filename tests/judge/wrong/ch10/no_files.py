"""wrong_answer: no tensor is found anywhere"""


def tensor_files(directory: str | Path) -> dict[str, Path]:
    return {}
