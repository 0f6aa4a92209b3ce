"""wrong_answer: whatever submit raises, the queue is said to be full"""

from .errors import queue_full


async def respond(
    request: Request,
    body: GenerationRequest,
    answers: AnswerSet,
    bodies: Bodies,
    batch_loop: BatchLoop,
) -> Response:
    try:
        batch_loop.submit(answers)
    except ApiError:
        if body.stream:
            raise
        raise queue_full(3) from None
    if body.stream:
        return EventStream(events(answers, bodies, body.include_usage), answers, batch_loop)
    try:
        pieces = await unless_gone(request, answers.collect())
    finally:
        batch_loop.drop(answers)
    return Response() if pieces is None else JSONResponse(bodies.full(pieces, answers.usage()))
