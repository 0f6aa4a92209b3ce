"""Ids by all-reduce of zeros elsewhere; a batch that is always chosen from logits."""


def choose_in_lockstep(
    logits: Tensor | None,
    sequences: list[BatchSequence],
    group: TPGroup,
    device: torch.device | None = None,
) -> Tensor:
    if group.rank != 0:
        chosen = [0] * len(sequences)
    else:
        chosen = [
            sample(row, sequence.params, sequence.generator)
            if sequence.params.temperature > 0
            else int(torch.max(row, 0).indices)
            for row, sequence in zip(logits, sequences, strict=True)
        ]
    mine = torch.tensor(chosen, dtype=torch.int64, device=device)
    return group.all_reduce(mine) if group.size > 1 else mine


class BatchRunner:
    def update(self, left: list[int], joined: list[Job]) -> list[BatchSequence]:
        kept = {slot: s for slot, s in self.running.items() if slot not in left}
        for job in joined:
            generator = make_generator(job.params.seed)
            tokens, slot = [*job.prompt_ids], job.slot
            new = BatchSequence(slot, slot, tokens, self.max_length, generator, params=job.params)
            kept[slot] = new
        self.running = dict(sorted(kept.items()))
        return list(self.running.values())

    def advance(self, left: list[int], joined: list[Job]) -> dict[int, int]:
        sequences = self.update(left, joined)
        found: dict[int, int] = {}
        if sequences:
            with torch.inference_mode():
                news = [sequence.new_tokens for sequence in sequences]
                batch = Batch(
                    tuple(self.running),
                    tuple(s.num_cached for s in sequences),
                    tuple(map(len, news)),
                )
                logits = self.model(torch.tensor(sum(news, [])), batch, self.cache)
                chosen = choose_in_lockstep(logits, sequences, self.group)
            for sequence, token in zip(sequences, chosen, strict=True):
                sequence.append(int(token))
                found[sequence.block] = int(token)
        return found
