"""The code lets each rank send its whole tensor to every other rank.

Why: Every rank needs something of every other rank. In a ring it gets it through its neighbour,
added up on the way, so nobody sends the whole tensor even twice.

Look: How large is what a rank sends in one step of the ring, and how many steps are there?
"""


def ring_bytes(num_bytes: int, tp_size: int) -> float:
    if tp_size < 1:
        raise ValueError(f"there are no {num_bytes} bytes to share among {tp_size} ranks")
    return (tp_size - 1) * float(num_bytes)
