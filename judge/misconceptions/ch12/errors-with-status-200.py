"""The code acts as if an error is an answer like others.

Why: The body says what is wrong, so the status looks like a detail. Clients decide by the status
alone: at 429 they wait and try again, at 200 they read a text that is not there.

Look: What makes a client wait and ask again?
"""


async def respond(
    request: Request,
    body: GenerationRequest,
    answers: AnswerSet,
    bodies: Bodies,
    batch_loop: BatchLoop,
) -> Response:
    try:
        batch_loop.submit(answers)
    except ApiError as error:
        return JSONResponse(error.body())
    if body.stream:
        return EventStream(events(answers, bodies, body.include_usage), answers, batch_loop)
    try:
        pieces = await unless_gone(request, answers.collect())
    finally:
        batch_loop.drop(answers)
    return Response() if pieces is None else JSONResponse(bodies.full(pieces, answers.usage()))
