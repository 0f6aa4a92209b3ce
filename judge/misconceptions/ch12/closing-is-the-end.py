"""The code acts as if a loop that is closed takes no more steps.

Why: Closed sounds like ended. It means that nothing new is taken: what runs has some seconds to
finish, and needs the steps for it.

Look: An answer runs when close is called. Who gives it its next token?
"""


class BatchLoop:
    async def run(self) -> None:
        try:
            while not self.is_closing:
                await self.step()
        except Exception as error:
            self.error = error
            self.fail_all(ranks_failed(error))
