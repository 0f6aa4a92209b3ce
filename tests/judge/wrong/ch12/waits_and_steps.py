"""wrong_answer: after it has waited, the step goes on without work"""


class BatchLoop:
    async def step(self) -> None:
        if not self.scheduler.has_work():
            await self.wait_for_work()
        left, joined = self.scheduler.next_step()
        tokens = await self.call_ranks("advance", left, joined)
        self.scheduler.deliver(tokens)
