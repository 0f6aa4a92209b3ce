"""Problem 193: which KV heads a rank holds, and which query heads read them.

Needs nothing but Python.
"""


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> list[int]:
    """The KV heads that a rank holds, in order.

    With at least as many heads as ranks, an equal part of them. With fewer, one whole head; the
    ranks that hold the same head are neighbours, as many for each head.
    Raises ValueError, printing both numbers, unless one of tp_size and num_kv_heads divides the
    other.

    >>> [kv_heads_of_rank(tp_rank, 4, 2) for tp_rank in range(4)]
    [[0], [0], [1], [1]]
    """
    raise NotImplementedError("p193.1 KV heads and replicas")


def ranks_of_kv_head(kv_head: int, tp_size: int, num_kv_heads: int) -> list[int]:
    """The ranks that hold a KV head, in order: one rank, or the head's replicas.

    Raises ValueError as kv_heads_of_rank does.

    >>> ranks_of_kv_head(1, 4, 2)
    [2, 3]
    """
    raise NotImplementedError("p193.1 KV heads and replicas")


def head_pairs(
    tp_rank: int, tp_size: int, num_heads: int, num_kv_heads: int
) -> list[tuple[int, int]]:
    """The query heads of a rank, in order, each with the KV head it reads: (query head, KV head).

    Both are numbered as in the whole model. Query heads are shared out evenly and never replicated;
    num_heads / num_kv_heads neighbours read the same KV head, which the rank holds too.
    Raises ValueError, printing both numbers, when tp_size or num_kv_heads does not divide
    num_heads, or for what kv_heads_of_rank refuses.

    >>> head_pairs(1, 4, 8, 2)
    [(2, 0), (3, 0)]
    """
    raise NotImplementedError("p193.2 head_pairs")
