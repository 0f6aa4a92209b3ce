"""The code counts one all-reduce a layer.

Why: A layer looks like one unit. It has two pairs of matrices, qkv and o, gate_up and down, and
each ends with a partial sum.

Look: Walk through one layer and note where each rank has only a part of a sum.
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
    all_reduces = num_layers if tp_size > 1 else 0
    message_bytes = batch_size * hidden_size * bytes_per_number
    seconds = all_reduces * all_reduce_seconds(message_bytes, tp_size, bandwidth, latency)
    return {
        "all_reduces": all_reduces,
        "message_bytes": message_bytes,
        "seconds": seconds,
        "latency_share": all_reduces * latency / seconds if seconds else 0.0,
    }
