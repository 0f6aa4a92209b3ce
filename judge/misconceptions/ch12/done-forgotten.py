"""The code acts as if a stream ends when the connection does.

Why: The server closes it, and the client sees that. It cannot tell an answer that is complete from
a server that has died.

Look: How does a client know that nothing is missing?
"""


async def events(answers: AnswerSet, bodies: Bodies, include_usage: bool) -> AsyncIterator[str]:
    extra = {"usage": None} if include_usage else {}
    for body in bodies.opening(len(answers.answers)):
        yield event(body | extra)
    try:
        async for piece in answers.pieces():
            yield event(bodies.chunk(piece) | extra)
    except ApiError as error:
        yield event(error.body())
        return
    if include_usage:
        yield event(bodies.last_chunk(answers.usage()))
