"""No function uses another."""


def ring_bytes(num_bytes, tp_size):
    if tp_size <= 0:
        raise ValueError(f"cannot cut {num_bytes} into {tp_size} parts")
    return num_bytes * (2 - 2 / tp_size)


def all_reduce_seconds(num_bytes, tp_size, bandwidth, latency):
    if tp_size <= 1:
        return 0
    return latency + num_bytes * (2 - 2 / tp_size) / bandwidth


def decode_step(num_layers, hidden_size, batch_size, bytes_per_number, tp_size, bandwidth, latency):
    calls = (2 * num_layers, 0)[tp_size == 1]
    size = batch_size * hidden_size * bytes_per_number
    fixed = calls * latency
    moving = calls * size * 2 * (tp_size - 1) / tp_size / bandwidth
    total = fixed + moving
    return {
        "all_reduces": calls,
        "message_bytes": size,
        "seconds": total,
        "latency_share": fixed / total if total else 0.0,
    }
