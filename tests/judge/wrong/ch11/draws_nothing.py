"""wrong_answer: every token is 0, on all ranks alike."""


def sample_in_lockstep(logits, sequences, params, group, device=None):
    return group.broadcast(torch.zeros(len(sequences), dtype=torch.int64))
