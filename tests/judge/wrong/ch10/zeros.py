"""wrong_answer: parameters are filled with zeros"""


def load_whole(param: nn.Parameter, loaded_weight: Tensor) -> None:
    check_shape(loaded_weight, param.shape)
    param.data.zero_()


def load_sharded(
    model: nn.Module, directory: str | Path, group: TPGroup, dtype: torch.dtype | None = None
) -> None:
    check_names(model, set(tensor_files(directory)))
    for param in model.parameters():
        param.data.zero_()
