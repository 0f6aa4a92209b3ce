"""The all-reduce after the embedding is counted too.

Why: A forward does make it, once, when the vocabulary is cut. This estimate is about the layers, as
its page says.

Look: Divide your count by the number of layers.
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
    all_reduces = 2 * num_layers + 1 if tp_size > 1 else 0
    message_bytes = batch_size * hidden_size * bytes_per_number
    seconds = all_reduces * all_reduce_seconds(message_bytes, tp_size, bandwidth, latency)
    return {
        "all_reduces": all_reduces,
        "message_bytes": message_bytes,
        "seconds": seconds,
        "latency_share": all_reduces * latency / seconds if seconds else 0.0,
    }
