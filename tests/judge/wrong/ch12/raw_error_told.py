"""wrong_answer: the ranks' own error is told, not ranks_failed of it"""


class BatchLoop:
    async def run(self) -> None:
        try:
            while self.scheduler.has_work() or not self.is_closing:
                await self.step()
        except Exception as error:
            self.error = error
            self.fail_all(error)
