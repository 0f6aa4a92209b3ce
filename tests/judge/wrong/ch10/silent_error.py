"""wrong_answer: the error says nothing"""


def load_whole(param: nn.Parameter, loaded_weight: Tensor) -> None:
    if param.shape != loaded_weight.shape:
        raise ValueError
    param.data.copy_(loaded_weight)
