"""runtime_error: an error in the middle leaves the generator"""


async def events(answers: AnswerSet, bodies: Bodies, include_usage: bool) -> AsyncIterator[str]:
    extra = {"usage": None} if include_usage else {}
    for body in bodies.opening(len(answers.answers)):
        yield event(body | extra)
    async for piece in answers.pieces():
        yield event(bodies.chunk(piece) | extra)
    if include_usage:
        yield event(bodies.last_chunk(answers.usage()))
    yield DONE
