"""wrong_answer: an empty message costs no latency."""


def all_reduce_seconds(num_bytes, tp_size, bandwidth, latency):
    if tp_size == 1 or num_bytes == 0:
        return 0.0
    return latency + ring_bytes(num_bytes, tp_size) / bandwidth
