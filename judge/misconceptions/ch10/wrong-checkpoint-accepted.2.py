"""The number of values is compared, not the shape."""


def load_whole(param: nn.Parameter, loaded_weight: Tensor) -> None:
    if param.numel() != loaded_weight.numel():
        raise ValueError(f"shape {tuple(loaded_weight.shape)}, expected {tuple(param.shape)}")
    param.data.copy_(loaded_weight.reshape(param.shape))
