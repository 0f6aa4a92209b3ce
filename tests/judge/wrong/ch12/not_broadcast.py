"""wrong_answer: the other ranks keep zeros"""


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
                ids[i] = sample(logits[i], sequence.params, sequence.generator)
    return ids
