"""wrong_answer: unseeded rows repeat themselves, each draw starts from one state"""


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
                seed = sequence.params.seed
                generator = sequence.generator if seed is not None else make_generator(0)
                ids[i] = sample(logits[i], sequence.params, generator)
    return group.broadcast(ids)
