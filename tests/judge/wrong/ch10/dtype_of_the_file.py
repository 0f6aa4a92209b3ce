"""wrong_answer: an uncut parameter gets the dtype of the file"""


def load_whole(param: nn.Parameter, loaded_weight: Tensor) -> None:
    check_shape(loaded_weight, param.shape)
    param.data = param.data.to(loaded_weight.dtype)
    param.data.copy_(loaded_weight)
