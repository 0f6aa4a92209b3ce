"""wrong_answer: the factor of 2 ranks is used for all."""


def ring_bytes(num_bytes, tp_size):
    if tp_size < 1:
        raise ValueError(f"{num_bytes} {tp_size}")
    return num_bytes if tp_size > 1 else 0


def all_reduce_seconds(num_bytes, tp_size, bandwidth, latency):
    return latency + ring_bytes(num_bytes, tp_size) / bandwidth if tp_size > 1 else 0.0


def decode_step(num_layers, hidden_size, batch_size, bytes_per_number, **rest):
    size = batch_size * hidden_size * bytes_per_number
    seconds = 2 * num_layers * all_reduce_seconds(size, **rest)
    share = 2 * num_layers * rest["latency"] / seconds if seconds else 0.0
    calls = 2 * num_layers if rest["tp_size"] > 1 else 0
    return {"all_reduces": calls, "message_bytes": size, "seconds": seconds, "latency_share": share}
