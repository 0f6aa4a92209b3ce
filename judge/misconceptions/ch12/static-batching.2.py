"""Another way to act on the same belief."""


class BatchLoop:
    async def step(self) -> None:
        if not self.scheduler.has_work():
            await self.wait_for_work()
            return
        left, joined = self.scheduler.next_step()
        tokens = await self.call_ranks("advance", left, joined)
        self.scheduler.deliver(tokens)
        while self.scheduler.running:
            self.scheduler.deliver(await self.call_ranks("advance", [], []))
