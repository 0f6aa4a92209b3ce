"""The code acts as if a stream that failed is done too.

Why: It is over, so it looks done. DONE says that the answer is complete, and a client that reads it
keeps half a text as a whole one.

Look: What does DONE promise?
"""


async def events(answers: AnswerSet, bodies: Bodies, include_usage: bool) -> AsyncIterator[str]:
    extra = {"usage": None} if include_usage else {}
    for body in bodies.opening(len(answers.answers)):
        yield event(body | extra)
    try:
        async for piece in answers.pieces():
            yield event(bodies.chunk(piece) | extra)
        if include_usage:
            yield event(bodies.last_chunk(answers.usage()))
    except ApiError as error:
        yield event(error.body())
    yield DONE
