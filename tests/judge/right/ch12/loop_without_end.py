"""A loop that is left from inside, and a step in two branches."""


class BatchLoop:
    async def run(self) -> None:
        while True:
            if self.is_closing and not self.scheduler.has_work():
                return
            try:
                await self.step()
            except Exception as error:
                self.error = error
                break
        self.fail_all(ranks_failed(self.error))

    async def step(self) -> None:
        if self.scheduler.has_work():
            arguments = self.scheduler.next_step()
            self.scheduler.deliver(await self.call_ranks("advance", *arguments))
        else:
            await self.wait_for_work()
