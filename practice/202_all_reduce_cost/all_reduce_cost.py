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
    raise NotImplementedError("p202.1 bytes of a ring")


def all_reduce_seconds(num_bytes: int, tp_size: int, bandwidth: float, latency: float) -> float:
    """How long one all-reduce of num_bytes takes.

    bandwidth: bytes a second that a rank can send. latency: seconds that every all-reduce costs
    however small it is, for all its steps together. A single rank makes no call and takes no time.
    """
    raise NotImplementedError("p202.2 seconds of an all-reduce")


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
    raise NotImplementedError("p202.3 a decode step")
