"""wrong_answer: the events are no events"""


async def events(answers: AnswerSet, bodies: Bodies, include_usage: bool) -> AsyncIterator[str]:
    import json

    async for piece in answers.pieces():
        yield json.dumps(bodies.chunk(piece)) + "\n"
