"""wrong_answer: the answers to other prompts are left out"""


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
    try:
        pieces = await unless_gone(request, answers.collect())
    finally:
        batch_loop.drop(answers)
    return Response() if pieces is None else JSONResponse(bodies.full(pieces[:1], answers.usage()))
