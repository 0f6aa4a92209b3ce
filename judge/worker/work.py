"""What a collective under way is to the learner's code, and the error for one that cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.distributed as dist


class ContractViolation(RuntimeError):
    """A call that real backends answer with silent garbage: refused here, in words."""


class JudgeWork(dist.Work):
    """A collective under way: `wait()` blocks until the judge has answered, then writes."""

    def __init__(self, finish: Callable[[], None], arrived: Callable[[], bool]) -> None:
        super().__init__()
        self._finish: Callable[[], None] | None = finish
        self._arrived = arrived
        self.source = 0

    def wait(self, timeout: Any = None) -> bool:
        finish, self._finish = self._finish, None
        if finish is not None:
            finish()
        return True

    def is_completed(self) -> bool:
        if self._finish is not None and self._arrived():
            self.wait()
        return self._finish is None

    def is_success(self) -> bool:
        return self.is_completed()

    def _source_rank(self) -> int:
        return self.source

    def result(self) -> list[torch.Tensor]:
        self.wait()
        return []

    def get_future(self) -> torch.futures.Future[Any]:
        self.wait()
        future: torch.futures.Future[Any] = torch.futures.Future()
        future.set_result([])
        return future


def together(works: list[JudgeWork]) -> JudgeWork:
    """Several collectives as one: waiting for it is waiting for each."""

    def finish() -> None:
        for work in works:
            work.wait()

    return JudgeWork(finish, lambda: all([work.is_completed() for work in works]))
