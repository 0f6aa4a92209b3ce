"""The code gives each sequence of the batch all-reduces of its own.

Why: Sequences are independent, and a small example has only one. A layer computes the whole batch
at once and reduces it at once: that is how a batch saves latency.

Look: How many rows has the tensor of one all-reduce?
"""


def decode_step(
    num_layers: int,
    hidden_size: int,
    batch_size: int,
    bytes_per_number: int,
    tp_size: int,
    bandwidth: float,
    latency: float,
) -> dict[str, float]:
    all_reduces = 2 * num_layers * batch_size if tp_size > 1 else 0
    message_bytes = hidden_size * bytes_per_number
    seconds = all_reduces * all_reduce_seconds(message_bytes, tp_size, bandwidth, latency)
    return {
        "all_reduces": all_reduces,
        "message_bytes": message_bytes,
        "seconds": seconds,
        "latency_share": all_reduces * latency / seconds if seconds else 0.0,
    }
