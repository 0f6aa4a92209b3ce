"""Exact arithmetic on the way."""

from fractions import Fraction


def ring_bytes(num_bytes, tp_size):
    if not tp_size >= 1:
        raise ValueError(f"{num_bytes} bytes, {tp_size} ranks")
    return float(2 * num_bytes * (1 - Fraction(1, tp_size)))


def all_reduce_seconds(num_bytes, tp_size, bandwidth, latency):
    return (tp_size > 1) * latency + ring_bytes(num_bytes, tp_size) / bandwidth


def decode_step(num_layers, hidden_size, batch_size, bytes_per_number, tp_size, bandwidth, latency):
    several = tp_size > 1
    size = batch_size * hidden_size * bytes_per_number
    one = all_reduce_seconds(size, tp_size, bandwidth, latency)
    return {
        "latency_share": latency / one if several else 0.0,
        "seconds": one * 2 * num_layers,
        "message_bytes": size,
        "all_reduces": 2 * num_layers if several else 0,
    }
