"""Method calls in lockstep: rank 0 decides what is called, all ranks run it.

Whoever started the ranks, chapter 9's driver or torchrun: ranks above 0 spend their life in
`serve`, and rank 0 makes its calls through `RankZero`. The calls are pickled, so this is for ranks
that trust each other. The idea is nano-vllm's, which passes calls in shared memory of a fixed size.
"""

import pickle
from collections import deque
from collections.abc import Iterator

import torch

from ..tp_group import TPGroup

STOP, NOTHING = None, ""  # in place of a method's name


def send_call(group: TPGroup, method: str | None, args: tuple = ()) -> None:
    """Send a method call from rank 0 to all others, which are in `receive_call`.

    A call may be of any size, and its arguments whatever pickle can write. It travels over
    group.control, in tensors on the CPU; at size 1, where there may be no control, it does not.
    """
    if group.size == 1:
        return
    data = pickle.dumps((method, args))  # first its length, (1,) int64, then it, (length,) uint8
    group.control.broadcast(torch.tensor([len(data)]))
    group.control.broadcast(torch.frombuffer(bytearray(data), dtype=torch.uint8))


def receive_call(group: TPGroup) -> tuple[str | None, tuple]:
    """Wait for the next call of `send_call`: (method, args)."""
    length = group.control.broadcast(torch.zeros(1, dtype=torch.int64))
    data = group.control.broadcast(torch.empty(int(length), dtype=torch.uint8))
    return pickle.loads(data.numpy().tobytes())


def serve(runner: object, group: TPGroup) -> None:
    """Run the methods that rank 0 calls, until it says stop: the whole life of a rank above 0.

    Results are dropped. A method that is a generator is run to its end. NOTHING in place of a
    method does nothing, STOP returns. What a method raises ends this loop.
    """
    while True:
        method, args = receive_call(group)
        if method is STOP:
            return
        if method is not NOTHING:
            result = getattr(runner, method)(*args)
            if isinstance(result, Iterator):
                deque(result, maxlen=0)  # run it, keep nothing


class RankZero:
    """Calls methods on the runners of all ranks, from rank 0; the others are in `serve`.

    is_in_step is False while a call runs and after one that raised: the others then wait for
    something else than the next call, and only the end of the processes helps.
    """

    def __init__(self, runner: object, group: TPGroup):
        self.runner = runner
        self.group = group
        self.is_in_step = True

    def call(self, method: str, *args: object) -> object:
        """Run runner.method(*args) on every rank at once; return rank 0's result."""
        self.is_in_step = False
        send_call(self.group, method, args)
        result = getattr(self.runner, method)(*args)
        self.is_in_step = True
        return result

    def stream(self, method: str, *args: object) -> Iterator:
        """As call, for a method that is a generator: yield rank 0's items as they are made.

        The reader may stop early. The others do not, so rank 0 runs the method to its end too.
        """
        self.is_in_step = False
        send_call(self.group, method, args)
        items = getattr(self.runner, method)(*args)
        for item in items:
            try:
                yield item
            except GeneratorExit:
                deque(items, maxlen=0)
        self.is_in_step = True

    def keep_alive(self) -> None:
        """Send a message that does nothing: raises when a rank is dead, and restarts time-outs."""
        send_call(self.group, NOTHING)

    def close(self) -> None:
        """Let the other ranks return from `serve`, if they are there."""
        if self.is_in_step:
            send_call(self.group, STOP)
        self.is_in_step = False
