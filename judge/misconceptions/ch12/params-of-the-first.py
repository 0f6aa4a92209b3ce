"""The code acts as if a batch has one temperature.

Why: Chapter 11's generate had: its prompts came in one call, with one set of parameters. Here
everybody brings their own.

Look: A greedy request and one at temperature 1 share a batch. Whose parameters choose the second
token?
"""


def choose_in_lockstep(
    logits: Tensor | None,
    sequences: list[BatchSequence],
    group: TPGroup,
    device: torch.device | None = None,
) -> Tensor:
    ids = torch.zeros(len(sequences), dtype=torch.int64, device=device)
    if logits is not None:
        params = sequences[0].params
        if params.temperature == 0:
            ids = logits.argmax(-1)
        else:
            for i, sequence in enumerate(sequences):
                ids[i] = sample(logits[i], params, sequence.generator)
    return group.broadcast(ids)
