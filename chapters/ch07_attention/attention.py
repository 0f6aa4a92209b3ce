"""Attention cut by heads: each rank runs whole heads, from the projection to the KV cache.

Only o_proj communicates. QK-norm, RoPE, softmax and the cache see local heads and need nothing
from other ranks. Left out: paging (a sequence owns one block) and fused kernels (one call for each
sequence). The cut is Megatron-LM's; the flat batch and the one cache tensor are nano-vllm's.

Shapes: N new tokens of all sequences · T new, S all tokens of one sequence · D hidden_size
H query heads · K KV heads · hd head_dim · tp ranks; K/tp is 1 where KV heads are replicated
"""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ..ch02_linear.linear import RowParallelLinear
from ..ch04_kv_replication.kv_heads import GroupedQKVParallelLinear, div_even
from ..tp_group import TPGroup
from .batch import Batch
from .config import Qwen3Config


class RMSNorm(nn.Module):
    """x divided by the root of its mean square, times a weight; whole on every rank."""

    def __init__(self, size: int, eps: float):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size), requires_grad=False)
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        """Normalise the last dimension: x (..., size) -> (..., size), in x's dtype.

        The mean is taken in float32: bfloat16 keeps 8 bits, too few for a sum of squares.
        With eps 0 and weight 1, [3, 4] becomes [3, 4] / sqrt(12.5) = [0.849, 1.131].
        """
        wide = x.float()
        wide = wide * torch.rsqrt(wide.square().mean(-1, keepdim=True) + self.eps)
        return self.weight * wide.to(x.dtype)


def rope_tables(
    positions: Tensor, head_dim: int, theta: float, dtype: torch.dtype = torch.float32
) -> tuple[Tensor, Tensor]:
    """The cosine and sine of each position's rotation angles.

    positions (N,) -> cos and sin, (N, 1, hd/2) of dtype each; the 1 stands for all heads alike.
    Angle i of position p is p / theta ** (2 * i / head_dim), computed in float32.
    """
    exponents = torch.arange(0, head_dim, 2, device=positions.device).float() / head_dim
    angles = positions.float().unsqueeze(-1) * (1 / theta**exponents)  # (N, hd/2)
    return angles.cos().to(dtype).unsqueeze(1), angles.sin().to(dtype).unsqueeze(1)  # (N, 1, hd/2)


def apply_rope(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Rotate every head of x by its token's angles: (N, heads, hd) -> the same shape and dtype.

    Dimension i is paired with i + hd/2, not with i + 1: that is how Qwen3's weights are stored.
    A pair (a, b) becomes (a * cos - b * sin, b * cos + a * sin). Local heads need no more than
    this: the angles depend on the position alone.
    """
    raise NotImplementedError("ch07.1 rotating a head")


class KVCache:
    """Keys and values of past tokens, for the KV heads this rank holds, in one tensor.

    Attribute: data (2, layers, blocks, block_size, K/tp, hd); data[0] are keys, data[1] values.
    A sequence owns one block, so it can have up to block_size tokens.
    """

    def __init__(
        self,
        config: Qwen3Config,
        num_blocks: int,
        block_size: int,
        group: TPGroup,
        dtype: torch.dtype = torch.float32,
        device: torch.device | str | None = None,
    ):
        """Allocate the cache of one rank on `device`, all zeros; blocks and their size are not cut.

        Raises ValueError, printing both numbers, when neither of tp and the KV heads divides the
        other. Qwen3-0.6B (28 layers, 8 KV heads of 128), 100 blocks of 256, tp=2:
        (2, 28, 100, 256, 4, 128).
        """
        raise NotImplementedError("ch07.2 KV cache")

    def update(
        self, layer: int, block: int, start: int, k: Tensor, v: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Store a sequence's new keys and values, and return all that it has in this layer.

        k and v (T, K/tp, hd) go to positions start to start + T of the block. Returns keys and
        values (S, K/tp, hd), S = start + T. Raises ValueError, printing both numbers, when S
        exceeds block_size; then nothing is stored.
        """
        raise NotImplementedError("ch07.2 KV cache")


def num_blocks(
    memory_bytes: int,
    config: Qwen3Config,
    block_size: int,
    group: TPGroup,
    dtype: torch.dtype = torch.float32,
    device: torch.device | str | None = None,
) -> int:
    """How many cache blocks every rank can hold: the minimum over the ranks, on every rank.

    memory_bytes is what this rank can spare; the ranks may differ. All must use one number, or a
    rank with more blocks would start a sequence that another has no room for. One all-gather.
    A block has keys and values of block_size tokens, in all layers, for this rank's KV heads.

    With room for 100 blocks on rank 0 and for 63 on rank 1: 63 on both.
    """
    raise NotImplementedError("ch07.3 number of blocks")


def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Causal attention of one sequence's new tokens over all its tokens.

    q (T, heads, hd); k and v (S, kv_heads, hd), the T new tokens being the last T of the S.
    Returns (T, heads, hd). Query head h reads KV head h // (heads / kv_heads). New token t sees
    tokens 0 to S - T + t.
    """
    raise NotImplementedError("ch07.4 causal attention")


class Qwen3Attention(nn.Module):
    """Self-attention of one decoder layer, over the heads that this rank holds.

    Submodules: qkv_proj (column-parallel, KV heads replicated where they must be), q_norm and
    k_norm (RMSNorm over hd), o_proj (row-parallel). Attribute: layer, its number in the KV cache.
    """

    def __init__(self, config: Qwen3Config, layer: int, group: TPGroup):
        """Create the submodules, and keep `layer`.

        attention_bias of the configuration gives qkv_proj and o_proj a bias. Raises ValueError,
        printing both numbers, for a tp that the head counts do not allow.
        """
        raise NotImplementedError("ch07.5 layers of attention")

    def project(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """This rank's query, key and value heads, before norm and RoPE.

        x (N, D) -> q (N, H/tp, hd), k and v (N, K/tp, hd).
        """
        raise NotImplementedError("ch07.6 attention by heads")

    def forward(
        self, x: Tensor, rope: tuple[Tensor, Tensor], batch: Batch, cache: KVCache
    ) -> Tensor:
        """Attention of the batch's new tokens, which are added to the cache.

        x (N, D), the same on every rank; rope: the `rope_tables` of batch.positions. Returns
        (N, D), the same on every rank: one all-reduce, in o_proj. q_norm and k_norm act on each
        head before RoPE; v has neither. A sequence sees its own tokens only.
        """
        raise NotImplementedError("ch07.6 attention by heads")
