"""Problem 207: method calls of any size, through a buffer of a fixed size.

Rank 0 tells the other ranks which method to run next, with which arguments. The ranks talk through
torch.distributed, whose default group is running. Needs torch and the standard library only.
"""

import pickle
from collections.abc import Iterator, Sequence

import torch
import torch.distributed as dist

HEADER = 8  # bytes that say how long the payload is


def to_frames(payload: bytes, frame_size: int) -> list[bytes]:
    """Cut a payload of any length into frames of exactly frame_size bytes.

    The frames, put together, are: the payload's length as 8 bytes, the largest first ("big"); the
    payload; as few zero bytes as fill the last frame. Raises ValueError that prints frame_size when
    it is below 8.

    >>> to_frames(b"abc", 8)
    [b'\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x03', b'abc\\x00\\x00\\x00\\x00\\x00']
    """
    if frame_size < HEADER:
        raise ValueError(f"a frame of {frame_size} bytes cannot hold a header of {HEADER}")
    message = len(payload).to_bytes(HEADER, "big") + payload
    message += bytes(-len(message) % frame_size)
    return [message[i : i + frame_size] for i in range(0, len(message), frame_size)]


def from_frames(frames: Iterator[bytes]) -> bytes:
    """The payload that to_frames cut up.

    Takes frames with next(), and no more than belong to this payload: what follows may be another
    one, or may never come. All frames have the same size, which the first one tells.
    """
    message = next(frames)
    length = HEADER + int.from_bytes(message[:HEADER], "big")
    while len(message) < length:
        message += next(frames)
    return message[HEADER:length]


def broadcast_call(
    call: tuple[str, Sequence[object]] | None, frame_size: int
) -> tuple[str, Sequence[object]]:
    """Bring rank 0's call to every rank.

    call is (method, args) on rank 0, None elsewhere; args is a list of what JSON can hold. Returns
    (method, args) on every rank, rank 0 too. Every broadcast comes from rank 0 and carries one
    frame, a uint8 tensor (frame_size,); there are no other calls.
    """
    if dist.get_rank() == 0:
        for frame in to_frames(pickle.dumps(call), frame_size):
            dist.broadcast(torch.frombuffer(bytearray(frame), dtype=torch.uint8), src=0)
        return call
    return pickle.loads(from_frames(_received(frame_size)))


def _received(frame_size: int) -> Iterator[bytes]:
    """One broadcast for each frame that is asked for."""
    buffer = torch.empty(frame_size, dtype=torch.uint8)
    while True:
        dist.broadcast(buffer, src=0)
        yield buffer.numpy().tobytes()
