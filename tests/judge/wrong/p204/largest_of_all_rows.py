"""wrong_answer: at temperature 0 the largest logit of the whole batch is looked for."""


def sample_in_lockstep(logits, temperature, generator, group):
    if temperature == 0:
        return group.broadcast(logits.argmax().reshape(1))
    return group.broadcast(draw(logits, temperature, generator))
