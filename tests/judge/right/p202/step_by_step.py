"""Counts what a rank sends, step by step."""


def ring_bytes(num_bytes, tp_size):
    if tp_size < 1:
        raise ValueError(f"tp_size is {tp_size}, at least 1 rank is needed for {num_bytes} bytes")
    sent = 0
    for _phase in ("reduce-scatter", "all-gather"):
        for _step in range(tp_size - 1):
            sent += num_bytes / tp_size
    return sent


def all_reduce_seconds(num_bytes, tp_size, bandwidth, latency):
    seconds = 0
    if tp_size > 1:
        seconds += latency
        seconds += ring_bytes(num_bytes, tp_size) / bandwidth
    return seconds


def decode_step(num_layers, hidden_size, batch_size, bytes_per_number, tp_size, bandwidth, latency):
    size = hidden_size * batch_size * bytes_per_number
    count = seconds = waiting = 0
    for _layer in range(num_layers):
        for _pair in ("qkv o", "gate_up down"):
            if tp_size > 1:
                count += 1
                waiting += latency
                seconds += all_reduce_seconds(size, tp_size, bandwidth, latency)
    share = waiting / seconds if seconds > 0 else 0
    return dict(all_reduces=count, message_bytes=size, seconds=seconds, latency_share=share)
