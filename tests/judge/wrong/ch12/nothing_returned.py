"""wrong_answer: respond returns None"""


async def respond(
    request: Request,
    body: GenerationRequest,
    answers: AnswerSet,
    bodies: Bodies,
    batch_loop: BatchLoop,
) -> Response:
    batch_loop.submit(answers)
    await unless_gone(request, answers.collect())
    batch_loop.drop(answers)
