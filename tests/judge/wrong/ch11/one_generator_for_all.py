"""wrong_answer: the first sequence's generator draws for the whole batch."""


def sample_in_lockstep(logits, sequences, params, group, device=None):
    ids = torch.zeros(len(sequences), dtype=torch.int64)
    if logits is not None:
        for i in range(len(sequences)):
            ids[i] = sample(logits[i], params, sequences[0].generator)
    return group.broadcast(ids)
