"""wrong_answer: a single rank is refused."""


def ring_bytes(num_bytes, tp_size):
    if tp_size < 2:
        raise ValueError(f"{num_bytes} {tp_size}")
    return 2 * (tp_size - 1) * num_bytes / tp_size


def all_reduce_seconds(num_bytes, tp_size, bandwidth, latency):
    return latency + ring_bytes(num_bytes, tp_size) / bandwidth if tp_size > 1 else 0.0


def decode_step(num_layers, hidden_size, batch_size, bytes_per_number, tp_size, bandwidth, latency):
    calls = 2 * num_layers if tp_size > 1 else 0
    size = batch_size * hidden_size * bytes_per_number
    seconds = calls * all_reduce_seconds(size, tp_size, bandwidth, latency)
    share = calls * latency / seconds if seconds else 0.0
    return {"all_reduces": calls, "message_bytes": size, "seconds": seconds, "latency_share": share}
