"""The code uses one generator for the whole batch.

Why: It is one batch, and random numbers are random numbers. With a shared one, each answer depends
on who else is in the batch: the same request with the same seed gets another text.

Look: Two requests with the seeds 1 and 2 share a batch. Which seed gave the number for the second
one?
"""


def choose_in_lockstep(
    logits: Tensor | None,
    sequences: list[BatchSequence],
    group: TPGroup,
    device: torch.device | None = None,
) -> Tensor:
    ids = torch.zeros(len(sequences), dtype=torch.int64, device=device)
    if logits is not None:
        for i, sequence in enumerate(sequences):
            if sequence.params.temperature == 0:
                ids[i] = logits[i].argmax()
            else:
                ids[i] = sample(logits[i], sequence.params, sequences[0].generator)
    return group.broadcast(ids)
