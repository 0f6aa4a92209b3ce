"""wrong_answer: a stream is asked for and a whole body comes"""


async def respond(
    request: Request,
    body: GenerationRequest,
    answers: AnswerSet,
    bodies: Bodies,
    batch_loop: BatchLoop,
) -> Response:
    batch_loop.submit(answers)
    try:
        pieces = await unless_gone(request, answers.collect())
    finally:
        batch_loop.drop(answers)
    return Response() if pieces is None else JSONResponse(bodies.full(pieces, answers.usage()))
