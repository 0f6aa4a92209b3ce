"""The code acts as if a stream may be made of the whole answer.

Why: The events are the same. Only the reader sees the difference: nothing for ten seconds, then
everything at once.

Look: When does the first event leave, and when was its text there?
"""


async def events(answers: AnswerSet, bodies: Bodies, include_usage: bool) -> AsyncIterator[str]:
    extra = {"usage": None} if include_usage else {}
    for body in bodies.opening(len(answers.answers)):
        yield event(body | extra)
    try:
        chunks = [bodies.chunk(piece) async for piece in answers.pieces()]
    except ApiError as error:
        yield event(error.body())
        return
    for chunk in chunks:
        yield event(chunk | extra)
    if include_usage:
        yield event(bodies.last_chunk(answers.usage()))
    yield DONE
