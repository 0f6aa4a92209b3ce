"""wrong_answer: every token is 0"""


def choose_in_lockstep(
    logits: Tensor | None,
    sequences: list[BatchSequence],
    group: TPGroup,
    device: torch.device | None = None,
) -> Tensor:
    return torch.zeros(len(sequences), dtype=torch.int64)
