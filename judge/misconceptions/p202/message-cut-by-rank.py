"""The code divides the tensor of an all-reduce by the number of ranks.

Why: Everything else is cut. But what a row-parallel layer leaves on each rank is a partial sum of
the full shape, and that is what the all-reduce gets.

Look: Which shape has the output of a row-parallel layer on one rank?
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
    all_reduces = 2 * num_layers if tp_size > 1 else 0
    message_bytes = batch_size * hidden_size * bytes_per_number // tp_size
    seconds = all_reduces * all_reduce_seconds(message_bytes, tp_size, bandwidth, latency)
    return {
        "all_reduces": all_reduces,
        "message_bytes": message_bytes,
        "seconds": seconds,
        "latency_share": all_reduces * latency / seconds if seconds else 0.0,
    }
