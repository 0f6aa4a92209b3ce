"""The batch loop: as long as somebody waits for tokens, the ranks run one step after the other.

Everything here runs on the event loop, except the ranks' call itself. That one blocks, so it has a
thread of its own; HTTP goes on meanwhile, and who arrives during a step joins the next one.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from ..ch09_processes.lockstep import RankZero
from ..ch09_processes.processes import RankProcesses
from .answer import AnswerSet
from .errors import queue_full, ranks_failed, shutting_down, too_many_prompts
from .scheduler import Scheduler

HEARTBEAT_S = 1.0  # idle ranks are called this often, which tells when one is dead


class BatchLoop:
    """Drives the ranks for the scheduler.

    Attributes: scheduler; error: what ended the ranks, None while they live; is_closing: no new
    requests are taken.
    """

    def __init__(self, ranks: RankProcesses | RankZero, scheduler: Scheduler):
        self.ranks = ranks
        self.scheduler = scheduler
        self.error: Exception | None = None
        self.is_closing = False
        self._wake = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, "ranks")  # one thread: calls never overtake

    async def call_ranks(self, method: str, *args: object) -> object:
        """ranks.call(method, *args), while the event loop goes on."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self.ranks.call, method, *args)

    async def run(self) -> None:
        """Take steps until the loop is closed and nothing is in flight.

        What the ranks raise is kept in self.error, and ends every answer: self.fail_all with
        ranks_failed of it, which is 500. Then run returns, and raises nothing.
        """
        raise NotImplementedError("ch12.3 the batch loop")

    async def step(self) -> None:
        """One step of all ranks: who joins and leaves, one forward, a token to each answer.

        self.scheduler says who joins and leaves, the ranks' method is `advance`, through
        self.call_ranks. Without work nothing is computed: self.wait_for_work instead.
        """
        raise NotImplementedError("ch12.3 the batch loop")

    async def wait_for_work(self) -> None:
        """Return when something is submitted or the loop is closed, or after one heartbeat."""
        try:
            async with asyncio.timeout(HEARTBEAT_S):
                await self._wake.wait()
        except TimeoutError:
            await self.call_ranks("get_max_length")
        self._wake.clear()

    def submit(self, answers: AnswerSet) -> None:
        """Let answers take part.

        Raises ApiError: 400 for more than can ever have room, 429 for more than can now, 500 when
        the ranks have ended, 503 when the loop is closed.
        """
        if self.error:
            raise ranks_failed(self.error)
        if self.is_closing:
            raise shutting_down()
        if len(answers.answers) > self.scheduler.most:
            raise too_many_prompts(self.scheduler.most)
        if not self.scheduler.has_room(len(answers.answers)):
            raise queue_full(self.scheduler.max_queue)
        self.scheduler.add(answers.answers)
        self._wake.set()

    def drop(self, answers: AnswerSet) -> None:
        """Nobody reads these answers any more. Those that are finished are forgotten already."""
        self.scheduler.drop(answers.answers)

    def close(self, grace_s: float) -> None:
        """Take nothing new, refuse what waits, and give what runs grace_s seconds to finish.

        Called a second time, it ends what runs at once.
        """
        if self.is_closing:
            grace_s = 0.0
        self.is_closing = True
        self._wake.set()
        self.scheduler.fail(list(self.scheduler.waiting), shutting_down())
        asyncio.get_running_loop().call_later(grace_s, self.fail_all, shutting_down())

    def fail_all(self, error: Exception) -> None:
        """End every answer, running or waiting, with this error."""
        scheduler = self.scheduler
        scheduler.fail([*scheduler.running.values(), *scheduler.waiting], error)
