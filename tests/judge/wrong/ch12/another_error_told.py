"""wrong_answer: what is told does not say why the ranks ended"""


class BatchLoop:
    async def run(self) -> None:
        try:
            while self.scheduler.has_work() or not self.is_closing:
                await self.step()
        except Exception as error:
            self.error = error
            self.fail_all(ranks_failed(RuntimeError("step failed")))
