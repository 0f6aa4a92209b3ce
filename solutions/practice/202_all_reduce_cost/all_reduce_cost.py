"""Problem 202: what the all-reduces of a decode step cost.

An estimate on paper: a ring all-reduce takes a fixed latency, and the time that its bytes need at
the link's bandwidth. Overlap with computing is left out. Needs the standard library only.
"""


def ring_bytes(num_bytes: int, tp_size: int) -> float:
    """How many bytes each rank sends in a ring all-reduce of a tensor of num_bytes.

    The tensor is cut into tp_size equal parts. A reduce-scatter takes tp_size - 1 steps, and the
    all-gather after it as many. In each step each rank sends one part to its neighbour. A single
    rank sends nothing. Raises ValueError that prints tp_size when it is below 1.
    """
    if tp_size < 1:
        raise ValueError(f"there are no {num_bytes} bytes to share among {tp_size} ranks")
    return 2 * (tp_size - 1) * num_bytes / tp_size


def all_reduce_seconds(num_bytes: int, tp_size: int, bandwidth: float, latency: float) -> float:
    """How long one all-reduce of num_bytes takes.

    bandwidth: bytes a second that a rank can send. latency: seconds that every all-reduce costs
    however small it is, for all its steps together. A single rank makes no call and takes no time.
    """
    if tp_size == 1:
        return 0.0
    return latency + ring_bytes(num_bytes, tp_size) / bandwidth


def decode_step(
    num_layers: int,
    hidden_size: int,
    batch_size: int,
    bytes_per_number: int,
    tp_size: int,
    bandwidth: float,
    latency: float,
) -> dict[str, float]:
    """The all-reduces of one decode step: one new token for each sequence of the batch.

    Those of the layers only, not the one after the embedding. Returns
    - "all_reduces": how many there are, an int;
    - "message_bytes": how many bytes the tensor of one of them has, an int, also on a single rank;
    - "seconds": how long all of them take, one after the other;
    - "latency_share": the part of these seconds that is latency, 0 to 1; 0 on a single rank.
    """
    all_reduces = 2 * num_layers if tp_size > 1 else 0
    message_bytes = batch_size * hidden_size * bytes_per_number
    transfer = ring_bytes(message_bytes, tp_size) / bandwidth  # seconds of one all-reduce
    seconds = all_reduces * (latency + transfer)
    return {
        "all_reduces": all_reduces,
        "message_bytes": message_bytes,
        "seconds": seconds,
        "latency_share": all_reduces * latency / seconds if seconds else 0.0,
    }
