"""The rank's dimension is moved behind the batch, and not in front of the vocabulary.

Why: For (B, v) both places are the same. With positions between batch and vocabulary they are not:
what is joined with the columns must be the dimension just before them.

Look: Write down the shape after each step, for blocks of shape (B, T, v).
"""

from torch import Tensor


def merge_gathered(gathered: Tensor, tp_size: int) -> Tensor:
    blocks = gathered.unflatten(0, (tp_size, -1)).transpose(0, 1)
    rows, _, *middle, columns = blocks.shape
    return blocks.reshape(rows, *middle, tp_size * columns)
