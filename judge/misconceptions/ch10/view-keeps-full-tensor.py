"""The parameter becomes the checkpoint's tensor instead of holding a copy.

Why: Setting param.data saves a copy. The parameter then points into the file that was mapped into
memory, has the dtype of the file, and lives as long as that does.

Look: Compare param.data_ptr() before and after the load.
"""


def load_whole(param: nn.Parameter, loaded_weight: Tensor) -> None:
    check_shape(loaded_weight, param.shape)
    param.data = loaded_weight
