"""wrong_answer: the usage comes when the stream has said that it is done"""


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
    yield DONE
    if include_usage:
        yield event(bodies.last_chunk(answers.usage()))
