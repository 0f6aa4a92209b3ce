"""The code puts the usage so far into each event.

Why: It is known at every moment, so it can be told. Clients add up what they are told, or take the
first: the protocol has null in all events but the last.

Look: In how many events of a stream is the usage a number?
"""


async def events(answers: AnswerSet, bodies: Bodies, include_usage: bool) -> AsyncIterator[str]:
    for body in bodies.opening(len(answers.answers)):
        yield event(body | ({"usage": answers.usage()} if include_usage else {}))
    try:
        async for piece in answers.pieces():
            extra = {"usage": answers.usage()} if include_usage else {}
            yield event(bodies.chunk(piece) | extra)
    except ApiError as error:
        yield event(error.body())
        return
    if include_usage:
        yield event(bodies.last_chunk(answers.usage()))
    yield DONE
