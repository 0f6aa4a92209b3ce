"""runtime_error: who joins is given first"""


class BatchLoop:
    async def step(self) -> None:
        if not self.scheduler.has_work():
            await self.wait_for_work()
            return
        left, joined = self.scheduler.next_step()
        tokens = await self.call_ranks("advance", joined, left)
        self.scheduler.deliver(tokens)
