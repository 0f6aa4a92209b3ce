"""The code lets the ranks take steps without end.

Why: An empty batch costs no forward, so another step does no harm. A service that nobody asks then
keeps all its processes busy with calls.

Look: Nobody waits for tokens. What should a step do?
"""


class BatchLoop:
    async def step(self) -> None:
        left, joined = self.scheduler.next_step()
        tokens = await self.call_ranks("advance", left, joined)
        self.scheduler.deliver(tokens)
