"""Decides who is in the batch: answers wait in a queue until a slot is free.

It makes the same decision for all ranks, which only carry it out. It knows neither HTTP nor ranks.
A step is: `next_step`, the ranks' `advance` with what it returned, `deliver` of their tokens.
"""

import heapq
from collections import deque
from collections.abc import Sequence

from .answer import Answer
from .batch_runner import Job


class Scheduler:
    """Who waits, and who has a slot.

    Attributes: waiting: answers without a slot, first come first served; running: {slot: answer};
    free: a heap of the slots that nobody has; left: slots that were given up since the last step;
    most: how many answers can be here at once.
    """

    def __init__(self, max_batch: int, max_queue: int):
        """max_batch: number of slots. max_queue: how many answers may wait for one."""
        self.max_queue = max_queue
        self.most = max_batch + max_queue
        self.waiting: deque[Answer] = deque()
        self.running: dict[int, Answer] = {}
        self.free = list(range(max_batch))
        self.left: list[int] = []

    def has_work(self) -> bool:
        return bool(self.waiting or self.running)

    def has_room(self, count: int) -> bool:
        """Whether so many answers more may come. With 2 free slots and max_queue 3: up to 5."""
        return len(self.waiting) + count <= self.max_queue + len(self.free)

    def add(self, answers: Sequence[Answer]) -> None:
        """Queue answers that there is room for."""
        assert self.has_room(len(answers))
        self.waiting.extend(answers)

    def next_step(self) -> tuple[list[int], list[Job]]:
        """Give free slots to those who wait; returns (left, joined) for the ranks.

        The lowest slot goes first. left is told once. A slot that was given up may be given to
        somebody else at once.
        """
        raise NotImplementedError("ch12.1 slots of the batch")

    def deliver(self, tokens: dict[int, int]) -> None:
        """Hand each answer its token, {slot: token}; those that are finished give up their slots.

        A slot whose answer was dropped during the step has a token that nobody wants.
        """
        raise NotImplementedError("ch12.1 slots of the batch")

    def release(self, slot: int) -> None:
        """Take the slot from its answer. The ranks hear of it in the next step."""
        del self.running[slot]
        self.left.append(slot)
        heapq.heappush(self.free, slot)

    def drop(self, answers: Sequence[Answer]) -> None:
        """Forget these answers, whether they wait or run; finished ones are forgotten already."""
        raise NotImplementedError("ch12.1 slots of the batch")

    def fail(self, answers: Sequence[Answer], error: Exception) -> None:
        """End these answers with an error."""
        self.drop(answers)
        for answer in answers:
            answer.fail(error)
