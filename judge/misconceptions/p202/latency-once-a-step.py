"""The code pays the latency once for the whole step.

Why: All the bytes of a step could be added up first. But an all-reduce cannot start before the
layer has computed what it adds, so each waits for itself.

Look: In how many separate calls do the bytes of one step travel?
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
    message_bytes = batch_size * hidden_size * bytes_per_number
    seconds = all_reduce_seconds(max(1, all_reduces) * message_bytes, tp_size, bandwidth, latency)
    return {
        "all_reduces": all_reduces,
        "message_bytes": message_bytes,
        "seconds": seconds,
        "latency_share": latency / seconds if seconds else 0.0,
    }
