"""The fixed latency is left out.

Why: For a large tensor it hardly counts. In decoding the tensors are small, and it is half of the
time or more.

Look: What does your formula say for an all-reduce of one byte?
"""


def all_reduce_seconds(num_bytes: int, tp_size: int, bandwidth: float, latency: float) -> float:
    return ring_bytes(num_bytes, tp_size) / bandwidth
