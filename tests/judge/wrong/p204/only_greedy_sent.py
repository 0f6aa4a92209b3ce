"""wrong_answer: drawn ids are not sent, as if all generators stood at the same place."""


def sample_in_lockstep(logits, temperature, generator, group):
    ids = draw(logits, temperature, generator)
    return group.broadcast(ids) if temperature == 0 else ids
