"""The code acts as if the ranks may be called from the event loop.

Why: It is a call like others. While it lasts, nothing else runs on the event loop: no request
arrives, no piece is sent, and nobody notices a client that goes.

Look: On which thread does ranks.call wait, and what else is on that thread?
"""


class BatchLoop:
    async def step(self) -> None:
        if not self.scheduler.has_work():
            await self.wait_for_work()
            return
        left, joined = self.scheduler.next_step()
        self.scheduler.deliver(self.ranks.call("advance", left, joined))
