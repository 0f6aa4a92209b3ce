"""The code acts as if the loop has ended when there is nothing to do.

Why: A loop over work ends with the work. A service is idle most of the time, and before its first
request.

Look: The service has just started. What does the condition of the loop say?
"""


class BatchLoop:
    async def run(self) -> None:
        try:
            while self.scheduler.has_work():
                await self.step()
        except Exception as error:
            self.error = error
            self.fail_all(ranks_failed(error))
