"""The code drops the answers only after the response is made.

Why: In the order of the lines it comes last. When collecting raises, that line is never reached.

Look: When collect raises an ApiError, which lines still run?
"""


async def respond(
    request: Request,
    body: GenerationRequest,
    answers: AnswerSet,
    bodies: Bodies,
    batch_loop: BatchLoop,
) -> Response:
    batch_loop.submit(answers)
    if body.stream:
        return EventStream(events(answers, bodies, body.include_usage), answers, batch_loop)
    pieces = await unless_gone(request, answers.collect())
    batch_loop.drop(answers)
    return Response() if pieces is None else JSONResponse(bodies.full(pieces, answers.usage()))
