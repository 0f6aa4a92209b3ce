"""wrong_answer: the last rank's draw counts."""


def sample_in_lockstep(logits, temperature, generator, group):
    return group.broadcast(draw(logits, temperature, generator), src=group.size - 1)
