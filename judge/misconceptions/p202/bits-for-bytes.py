"""The bandwidth is taken for bits a second.

Why: Network cards are sold in gigabits, links between GPUs in gigabytes. Here bandwidth is in
bytes.

Look: Divide your result by the expected one.
"""


def all_reduce_seconds(num_bytes: int, tp_size: int, bandwidth: float, latency: float) -> float:
    return latency + 8 * ring_bytes(num_bytes, tp_size) / bandwidth if tp_size > 1 else 0.0
