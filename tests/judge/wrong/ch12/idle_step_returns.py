"""wrong_answer: a step without work does not wait for any"""


class BatchLoop:
    async def step(self) -> None:
        if not self.scheduler.has_work():
            return
        left, joined = self.scheduler.next_step()
        tokens = await self.call_ranks("advance", left, joined)
        self.scheduler.deliver(tokens)
