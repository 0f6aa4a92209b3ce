"""The code acts as if a stream always ends with its usage.

Why: It does no harm to know it. But its event has no choices, and a client that did not ask for it
reads choices[0] of every event.

Look: What did the client ask for?
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
    yield event(bodies.last_chunk(answers.usage()))
    yield DONE
