"""The code acts as if a stream begins with the first text.

Why: For /v1/completions it does. A chat begins with an event that says who speaks, and clients take
the role from it.

Look: What does bodies.opening give for a chat?
"""


async def events(answers: AnswerSet, bodies: Bodies, include_usage: bool) -> AsyncIterator[str]:
    extra = {"usage": None} if include_usage else {}
    try:
        async for piece in answers.pieces():
            yield event(bodies.chunk(piece) | extra)
    except ApiError as error:
        yield event(error.body())
        return
    if include_usage:
        yield event(bodies.last_chunk(answers.usage()))
    yield DONE
