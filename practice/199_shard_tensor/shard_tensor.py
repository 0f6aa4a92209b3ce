"""Problem 199: one rank's shard of a named checkpoint tensor.

Names are Hugging Face's, such as model.layers.0.self_attn.q_proj.weight; weights are (out, in).
Needs torch and the standard library only.
"""

from torch import Tensor


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    """How many of a things each of b ranks holds.

    a // b, when b divides a. With allow_replicate and b > a, each thing is held by b / a ranks and
    the answer is 1, when a divides b. Everything else is a ValueError that prints both numbers.

    >>> div_even(16, 4), div_even(8, 16, allow_replicate=True)
    (4, 1)
    """
    raise NotImplementedError("p199.1 div_even")


def shard_tensor(key: str, value: Tensor, rank: int, size: int, num_kv_heads: int) -> Tensor:
    """The part of one checkpoint tensor that a rank holds.

    By the module that key names, for its weight (out, in) and its bias (out,):
    - q_proj, gate_proj, up_proj: an equal part of the rows;
    - k_proj, v_proj: the rows of the rank's KV heads. With fewer heads than ranks, one whole head,
      the same one on adjacent ranks;
    - o_proj, down_proj: an equal part of the weight's columns; the bias is whole;
    - embed_tokens, lm_head: ceil(rows / size) rows, fewer or none on trailing ranks;
    - anything else, such as a norm or a router (mlp.gate), is whole.

    A shard owns its memory; a tensor that stays whole, as all do at size 1, may be value itself.
    Raises ValueError for counts that cannot be laid out.
    """
    raise NotImplementedError("p199.2 shard_tensor")
