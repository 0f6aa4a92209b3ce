"""A tensor of another shape is spread over the parameter without a word.

Why: Copying complains about most shapes by itself. Where broadcasting fits it repeats the tensor.

Look: Load a tensor of one number into a norm of three, and print the parameter.
"""


def load_whole(param: nn.Parameter, loaded_weight: Tensor) -> None:
    param.data.copy_(loaded_weight)
