"""The code acts as if a stream ends by itself when its client goes.

Why: The framework cancels it, which is right. The batch loop hears nothing of that, and goes on to
compute.

Look: Who calls drop for a stream?
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
        stream = events(answers, bodies, body.include_usage)
        return StreamingResponse(stream, media_type="text/event-stream")
    try:
        pieces = await unless_gone(request, answers.collect())
    finally:
        batch_loop.drop(answers)
    return Response() if pieces is None else JSONResponse(bodies.full(pieces, answers.usage()))
