"""The code only notes the error when the ranks have died.

Why: The next request is refused, which is what one tests. Those that were on their way wait for
tokens that nobody will make.

Look: Who waits for the ranks at the moment when they raise?
"""


class BatchLoop:
    async def run(self) -> None:
        try:
            while self.scheduler.has_work() or not self.is_closing:
                await self.step()
        except Exception as error:
            self.error = error
