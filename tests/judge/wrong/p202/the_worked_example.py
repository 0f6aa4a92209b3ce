"""wrong_answer: the numbers of the worked example, whatever is asked."""


def ring_bytes(num_bytes, tp_size):
    return 1835008.0


def all_reduce_seconds(num_bytes, tp_size, bandwidth, latency):
    return 9.077795555555556e-06


def decode_step(**sizes):
    return {
        "all_reduces": 160,
        "message_bytes": 1048576,
        "seconds": 0.0014524472888888888,
        "latency_share": 0.5507945,
    }
