"""Rank 0's logits go to every rank; each draws with a generator made of one shared seed."""


def sample(logits: Tensor, params: SamplingParams, generator: torch.Generator) -> int:
    probs = torch.softmax(logits.float() / params.temperature, dim=-1)
    ids = probs.argsort(descending=True, stable=True)
    kept, total = [], 0.0
    for token in ids.tolist():
        if total >= params.top_p:
            break
        kept.append(token)
        total += float(probs[token])
    weights = probs[kept].double()
    drawn = torch.rand((), generator=generator, dtype=torch.float64) * weights.sum()
    index = int(torch.searchsorted(weights.cumsum(0), drawn))
    return kept[min(index, len(kept) - 1)]


def sample_in_lockstep(
    logits: Tensor | None,
    sequences: list[RunningSequence],
    params: SamplingParams,
    group: TPGroup,
    device: torch.device | None = None,
) -> Tensor:
    chosen = [0] * len(sequences)
    if group.rank == 0:
        rows = zip(logits, sequences, strict=True)
        chosen = [sample(row, params, sequence.generator) for row, sequence in rows]
    mine = torch.tensor(chosen, dtype=torch.int64, device=device)
    return group.all_reduce(mine) if group.size > 1 else mine
