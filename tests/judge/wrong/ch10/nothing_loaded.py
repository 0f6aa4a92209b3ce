"""wrong_answer: only looks at the names"""


def load_sharded(
    model: nn.Module, directory: str | Path, group: TPGroup, dtype: torch.dtype | None = None
) -> None:
    check_names(model, set(tensor_files(directory)))
