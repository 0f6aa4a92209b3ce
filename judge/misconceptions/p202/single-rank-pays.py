"""The code lets a single rank pay the latency too.

Why: The formula gives 0 bytes for one rank, and the latency is simply added. But with one rank
there is no all-reduce to wait for.

Look: Which call does a model on one rank make after its row-parallel layers?
"""


def all_reduce_seconds(num_bytes: int, tp_size: int, bandwidth: float, latency: float) -> float:
    return latency + ring_bytes(num_bytes, tp_size) / bandwidth
