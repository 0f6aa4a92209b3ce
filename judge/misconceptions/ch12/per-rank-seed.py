"""The code lets every rank draw the next token for itself.

Why: All ranks run the same program, and a seed is the same number everywhere.

Look: A request without a seed gets a generator on each rank. In which state is it?
"""


def choose_in_lockstep(
    logits: Tensor | None,
    sequences: list[BatchSequence],
    group: TPGroup,
    device: torch.device | None = None,
) -> Tensor:
    shape = group.broadcast(torch.tensor(logits.shape if logits is not None else (0, 0)))
    table = logits.contiguous() if logits is not None else torch.zeros(shape.tolist())
    table = group.broadcast(table)
    ids = torch.zeros(len(sequences), dtype=torch.int64)
    for i, sequence in enumerate(sequences):
        if sequence.params.temperature == 0:
            ids[i] = table[i].argmax()
        else:
            ids[i] = sample(table[i], sequence.params, sequence.generator)
    return ids
