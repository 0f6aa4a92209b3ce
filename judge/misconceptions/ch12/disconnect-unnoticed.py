"""The code acts as if the framework notices when a client goes.

Why: For a stream it does. A handler that awaits its answer is not interrupted: the text is computed
to its end, in a slot that others wait for, and sent to nobody.

Look: What does respond wait for besides the answer?
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
    try:
        pieces = await answers.collect()
    finally:
        batch_loop.drop(answers)
    return JSONResponse(bodies.full(pieces, answers.usage()))
