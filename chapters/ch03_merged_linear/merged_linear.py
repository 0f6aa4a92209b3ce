"""Several column-parallel projections of the same x, in one weight and one product.

gate_proj and up_proj become gate_up_proj; q_proj, k_proj and v_proj become qkv_proj. The checkpoint
still has them apart, so each part is cut twice: which projection, then which rank. A checkpoint
that is already fused is not handled. The layout is the one of vLLM and nano-vllm.

Shapes: x (..., in) · weight of one rank: [part 0 / tp; part 1 / tp; ...] stacked by rows
"""

from collections.abc import Sequence

from torch import Tensor, nn

from ..ch01_where_to_cut.matmul import divide
from ..ch02_linear.linear import ColumnParallelLinear, check_shape
from ..tp_group import TPGroup


class MergedColumnParallelLinear(ColumnParallelLinear):
    """Column-parallel projections stacked into one; the output is the slices of all, in order.

    Parameters: weight (sum(output_sizes)/tp, in), bias (sum(output_sizes)/tp,) or None.
    Attribute: output_sizes, the whole width of each projection.
    """

    def __init__(
        self, input_size: int, output_sizes: Sequence[int], group: TPGroup, bias: bool = False
    ):
        """Create this rank's parameters; the sizes given are those of the whole projections.

        Raises ValueError, printing both numbers, when the group's size does not divide every one of
        output_sizes: [3, 5] is refused at tp=2, although 8 divides.
        """
        raise NotImplementedError("ch03.1 merged parameters")

    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        """Where one projection lies in this rank's parameter: (first row, number of rows).

        With output_sizes [4, 8] and tp=2: id 0 is (0, 2), id 1 is (2, 4).
        """
        raise NotImplementedError("ch03.2 merged segment")

    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        """Copy this rank's part of one whole projection into its segment of param.

        param is self.weight or self.bias; loaded_weight is accordingly (output_size, in) or
        (output_size,), for the projection that loaded_shard_id names. The rest of param stays;
        loaded_weight is not kept.
        What an id means, `self.segment` knows: a subclass may have others than 0, 1, ...
        Raises ValueError, naming both shapes, when loaded_weight has another shape.
        """
        raise NotImplementedError("ch03.3 merged loader")


class QKVParallelLinear(MergedColumnParallelLinear):
    """The q, k and v projections in one, cut by head; loaded_shard_id is "q", "k" or "v".

    Attributes: num_heads and num_kv_heads, the heads this rank holds, and head_size.
    The output is (..., (num_heads + 2 * num_kv_heads) * head_size): q, then k, then v.
    """

    def __init__(
        self,
        hidden_size: int,
        head_size: int,
        total_num_heads: int,
        total_num_kv_heads: int,
        group: TPGroup,
        bias: bool = False,
    ):
        """Create this rank's parameters; the head counts given are those of the whole model.

        head_size need not be hidden_size / total_num_heads. Raises ValueError, printing both
        numbers, when the group's size does not divide both head counts: a rank holds whole heads.
        """
        raise NotImplementedError("ch03.4 QKV parameters")

    def segment(self, loaded_shard_id: str) -> tuple[int, int]:
        """Where "q", "k" or "v" lies in this rank's parameter: (first row, number of rows).

        Raises ValueError for any other id. With 4 query heads, 2 KV heads, head_size 2 and tp=2:
        "q" is (0, 4), "k" is (4, 2), "v" is (6, 2).
        """
        raise NotImplementedError("ch03.5 QKV segment")
