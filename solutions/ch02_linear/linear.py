"""Linear layers that hold one rank's part of the weight.

A column-parallel layer cuts the output and needs no communication; a row-parallel layer cuts the
input and ends with one all-reduce. For inference only: nothing here has a gradient. The pair is
Megatron-LM's; a `weight_loader` on each parameter, which is given the whole tensor of the
checkpoint and keeps its own part, is vLLM's and nano-vllm's.

Shapes: x (..., in) · weight (out, in) · bias (out,) · tp ranks
"""

from collections.abc import Sequence

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ..ch01_where_to_cut.matmul import divide
from ..tp_group import HandGroup, TPGroup


def check_shape(loaded_weight: Tensor, expected: Sequence[int]) -> None:
    """Raise ValueError, naming both shapes, unless the checkpoint's tensor has the expected one."""
    if tuple(loaded_weight.shape) != tuple(expected):
        raise ValueError(
            f"the checkpoint's tensor has shape {tuple(loaded_weight.shape)}, "
            f"expected {tuple(expected)}"
        )


class LinearBase(nn.Module):
    """Creates the parameters of a linear layer; each gets the layer's own `weight_loader`.

    input_size and output_size are this rank's sizes: a subclass divides first. tp_dim is the
    dimension of the weight that is cut, None for no cut. Without bias, `bias` is None.
    """

    def __init__(
        self,
        input_size: int,
        output_size: int,
        group: TPGroup,
        bias: bool = False,
        tp_dim: int | None = None,
    ):
        super().__init__()
        self.group = group
        self.tp_rank = group.rank
        self.tp_size = group.size
        self.tp_dim = tp_dim
        self.weight = nn.Parameter(torch.empty(output_size, input_size), requires_grad=False)
        self.weight.weight_loader = self.weight_loader
        self.register_parameter("bias", None)
        if bias:
            self.bias = nn.Parameter(torch.empty(output_size), requires_grad=False)
            self.bias.weight_loader = self.weight_loader


class ReplicatedLinear(LinearBase):
    """A linear layer that every rank holds whole."""

    def __init__(self, input_size: int, output_size: int, bias: bool = False):
        super().__init__(input_size, output_size, HandGroup(0, 1), bias)

    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, param.shape)
        param.data.copy_(loaded_weight)

    def forward(self, x: Tensor) -> Tensor:
        return F.linear(x, self.weight, self.bias)  # (..., out)


class ColumnParallelLinear(LinearBase):
    """A linear layer whose output is cut: rank r computes the r-th slice of y.

    Parameters: weight (out/tp, in), bias (out/tp,) or None.
    """

    def __init__(self, input_size: int, output_size: int, group: TPGroup, bias: bool = False):
        """Create this rank's parameters; the sizes given are those of the whole layer.

        Raises ValueError when the group's size does not divide output_size.
        """
        super().__init__(input_size, divide(output_size, group.size), group, bias, tp_dim=0)

    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        """Copy this rank's part of the checkpoint's whole tensor into param.

        param is self.weight or self.bias; loaded_weight is accordingly (out, in) or (out,).
        Raises ValueError, naming both shapes, when loaded_weight has another shape.

        With W (4, 3), every row r filled with r, and tp=2: rank 1's weight is [[2, 2, 2],
        [3, 3, 3]].
        """
        size = param.shape[self.tp_dim]
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        param.data.copy_(loaded_weight.narrow(self.tp_dim, self.tp_rank * size, size))

    def forward(self, x: Tensor) -> Tensor:
        """This rank's slice of the output: x (..., in) -> (..., out/tp)."""
        return F.linear(x, self.weight, self.bias)  # (..., out/tp)


class RowParallelLinear(LinearBase):
    """A linear layer whose input is cut: rank r is given the r-th slice of x.

    Parameters: weight (out, in/tp), bias (out,) or None. The bias is whole on every rank.
    """

    def __init__(self, input_size: int, output_size: int, group: TPGroup, bias: bool = False):
        """Create this rank's parameters; the sizes given are those of the whole layer.

        Raises ValueError when the group's size does not divide input_size.
        """
        super().__init__(divide(input_size, group.size), output_size, group, bias, tp_dim=1)

    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        """Copy what this rank holds of the checkpoint's whole tensor into param.

        param is self.weight or self.bias; loaded_weight is accordingly (out, in) or (out,).
        Raises ValueError, naming both shapes, when loaded_weight has another shape.

        With W = [[1, 2, 3, 4], [5, 6, 7, 8]] and tp=2: rank 1's weight is [[3, 4], [7, 8]].
        """
        if param.ndim == 1:  # the bias, one number for each output: there is no input to cut
            check_shape(loaded_weight, param.shape)
            param.data.copy_(loaded_weight)
            return
        size = param.shape[self.tp_dim]
        check_shape(loaded_weight, (param.shape[0], size * self.tp_size))
        param.data.copy_(loaded_weight.narrow(self.tp_dim, self.tp_rank * size, size))

    def forward(self, x: Tensor) -> Tensor:
        """The whole output, on every rank: x (..., in/tp) -> (..., out).

        The result equals the uncut layer's, bias included. One all-reduce; size 1 needs none.

        With the W above, bias [10, 20], tp=2 and [[1, 1]] given to each rank: [[20, 46]] on both.
        """
        # The bias goes into one rank's partial sum. Added by all, it would count tp times.
        bias = self.bias if self.tp_rank == 0 else None
        partial_sum = F.linear(x, self.weight, bias)  # (..., out)
        return self.group.all_reduce(partial_sum) if self.tp_size > 1 else partial_sum
