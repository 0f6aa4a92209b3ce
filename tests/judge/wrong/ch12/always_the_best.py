"""wrong_answer: nothing is sampled"""


def choose_in_lockstep(
    logits: Tensor | None,
    sequences: list[BatchSequence],
    group: TPGroup,
    device: torch.device | None = None,
) -> Tensor:
    best = logits.argmax(-1) if logits is not None else torch.zeros(len(sequences)).long()
    return group.broadcast(best)
