"""With the parameter's dtype, which copies only where it differs."""


def load_whole(param: nn.Parameter, loaded_weight: Tensor) -> None:
    check_shape(loaded_weight, param.shape)
    param.data = loaded_weight.to(param.dtype)
