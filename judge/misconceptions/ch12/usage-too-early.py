"""The code acts as if the usage is known when the request is.

Why: The prompt's tokens are. What is written is counted while it is written.

Look: When is usage() called, and how many tokens are there at that moment?
"""


async def respond(
    request: Request,
    body: GenerationRequest,
    answers: AnswerSet,
    bodies: Bodies,
    batch_loop: BatchLoop,
) -> Response:
    batch_loop.submit(answers)
    usage = answers.usage()
    if body.stream:
        return EventStream(events(answers, bodies, body.include_usage), answers, batch_loop)
    try:
        pieces = await unless_gone(request, answers.collect())
    finally:
        batch_loop.drop(answers)
    return Response() if pieces is None else JSONResponse(bodies.full(pieces, usage))
