"""wrong_answer: what submit refused is dropped, though it was never in the batch"""


async def respond(
    request: Request,
    body: GenerationRequest,
    answers: AnswerSet,
    bodies: Bodies,
    batch_loop: BatchLoop,
) -> Response:
    if body.stream:
        batch_loop.submit(answers)
        return EventStream(events(answers, bodies, body.include_usage), answers, batch_loop)
    try:
        batch_loop.submit(answers)
        pieces = await unless_gone(request, answers.collect())
    finally:
        batch_loop.drop(answers)
    return Response() if pieces is None else JSONResponse(bodies.full(pieces, answers.usage()))
