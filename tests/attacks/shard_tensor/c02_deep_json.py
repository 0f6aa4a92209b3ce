"""A record nested so deeply that reading it overflows the stack."""

import json
import os
import struct


def say(message, arrays=(), body=b"", head=None):
    """Write a frame into whatever is open."""
    head = head or json.dumps({"message": message, "arrays": list(arrays)}).encode()
    for fd in range(3, 64):
        try:
            os.write(fd, struct.pack("<QQ", len(head), len(body)) + head + body)
        except OSError:
            pass


def shard_tensor(key, value, rank, size, num_kv_heads):
    deep = b"[" * 100_000 + b"]" * 100_000
    say(None, head=b'{"message": ' + deep + b', "arrays": []}')
    return value.clone()
