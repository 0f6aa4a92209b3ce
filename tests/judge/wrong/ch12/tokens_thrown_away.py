"""wrong_answer: the answers get no token"""


class BatchLoop:
    async def step(self) -> None:
        if not self.scheduler.has_work():
            await self.wait_for_work()
            return
        left, joined = self.scheduler.next_step()
        await self.call_ranks("advance", left, joined)
