"""The blocks of the ranks are read as the batch: the gathered tensor is reshaped, not moved.

Why: The numbers are all there, and reshape to (B, tp_size * v) fits. A reshape keeps the order in
memory, and in memory a rank's sequences follow each other. With one sequence the two are the same.

Look: Take 2 sequences and 2 ranks, and write down which of the four rows of gathered belong to
sequence 0.
"""

from torch import Tensor


def merge_gathered(gathered: Tensor, tp_size: int) -> Tensor:
    rows, *middle, columns = gathered.shape
    return gathered.reshape(rows // tp_size, *middle, tp_size * columns)
