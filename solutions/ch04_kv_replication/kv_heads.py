"""The QKV projection when there are fewer KV heads than ranks.

Grouped-query attention shares one KV head among several query heads. A head cannot be cut, so with
more ranks than KV heads some ranks hold replicas of the same head, next to each other. The query
heads are never replicated. vLLM's QKVParallelLinear does the same.

Shapes: q_proj (heads * head_size, hidden) · k_proj, v_proj (kv_heads * head_size, hidden)
"""

from torch import Tensor, nn

from ..ch01_where_to_cut.matmul import divide
from ..ch02_linear.linear import ColumnParallelLinear, check_shape
from ..tp_group import TPGroup


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    """How many of a things each of b ranks holds.

    a // b, when b divides a. With allow_replicate and b > a, each thing is held by b / a ranks and
    the answer is 1, when a divides b. Everything else is a ValueError that prints both numbers.

    >>> div_even(16, 4), div_even(8, 16, allow_replicate=True)
    (4, 1)
    """
    if allow_replicate and b > a:
        divide(b, a)  # refuses when some heads would get more replicas than others
        return 1
    return divide(a, b)


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> range:
    """The KV heads that a rank holds; replicas of one head are on adjacent ranks.

    Raises ValueError, printing both numbers, when neither of tp_size and num_kv_heads divides the
    other.

    >>> kv_heads_of_rank(1, 2, 8)
    range(4, 8)
    >>> [kv_heads_of_rank(tp_rank, 4, 2)[0] for tp_rank in range(4)]
    [0, 0, 1, 1]
    """
    num_local = div_even(num_kv_heads, tp_size, allow_replicate=True)
    start = tp_rank * num_kv_heads // tp_size
    return range(start, start + num_local)


class GroupedQKVParallelLinear(ColumnParallelLinear):
    """The q, k and v projections in one, cut by head, KV heads replicated where they must be.

    Parameters: weight (rows, hidden), bias (rows,) or None, where rows is
    (num_heads + 2 * num_kv_heads) * head_size: this rank's q heads, then k heads, then v heads.
    Attributes: num_heads and num_kv_heads, the heads this rank holds; head_size;
    total_num_heads and total_num_kv_heads, those of the whole model.
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

        Raises ValueError, printing both numbers, when the group's size does not divide the query
        heads, or when neither of it and the KV heads divides the other.
        """
        num_heads = div_even(total_num_heads, group.size)
        num_kv_heads = div_even(total_num_kv_heads, group.size, allow_replicate=True)
        local_rows = (num_heads + 2 * num_kv_heads) * head_size
        super().__init__(hidden_size, local_rows * group.size, group, bias)
        self.num_heads = num_heads
        self.num_kv_heads = num_kv_heads
        self.head_size = head_size
        self.total_num_heads = total_num_heads
        self.total_num_kv_heads = total_num_kv_heads

    def segment(self, loaded_shard_id: str) -> tuple[int, range]:
        """Where "q", "k" or "v" lies on this rank, in heads: (first local head, heads held).

        The first counts the local heads stacked before it, the second numbers heads of the whole
        model. Raises ValueError for any other id. With 8 query heads, 2 KV heads and tp=4, on
        rank 2: "q" is (0, range(4, 6)), "k" is (2, range(1, 2)), "v" is (3, range(1, 2)).
        """
        if loaded_shard_id == "q":
            return 0, range(self.tp_rank * self.num_heads, (self.tp_rank + 1) * self.num_heads)
        first = self.num_heads + ["k", "v"].index(loaded_shard_id) * self.num_kv_heads
        return first, kv_heads_of_rank(self.tp_rank, self.tp_size, self.total_num_kv_heads)

    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: str
    ) -> None:
        """Copy the heads this rank holds of one whole projection into their rows of param.

        param is self.weight or self.bias; loaded_weight is the checkpoint's whole q_proj, k_proj or
        v_proj, weight or bias. The rest of param stays; loaded_weight is not kept.
        Raises ValueError, naming both shapes, when loaded_weight has another shape.
        """
        first, heads = self.segment(loaded_shard_id)
        total = self.total_num_heads if loaded_shard_id == "q" else self.total_num_kv_heads
        check_shape(loaded_weight, (total * self.head_size, *param.shape[1:]))
        size = len(heads) * self.head_size
        shard = loaded_weight.narrow(0, heads.start * self.head_size, size)
        param.data.narrow(0, first * self.head_size, size).copy_(shard)
