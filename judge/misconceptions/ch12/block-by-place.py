"""The code takes a sequence's place in the batch for its block of the cache.

Why: In chapter 11 the batch began full, and the two were the same number. Here the batch has gaps:
when somebody leaves, all behind move up, and read another sequence's keys and values.

Look: The sequence in slot 2 is alone in the batch. Where are its keys and values?
"""


class BatchRunner:
    @torch.inference_mode()
    def advance(self, left: list[int], joined: list[Job]) -> dict[int, int]:
        sequences = self.update(left, joined)
        if not sequences:
            return {}
        ids = torch.tensor([t for s in sequences for t in s.new_tokens], device=self.device)
        batch = Batch(
            blocks=tuple(range(len(sequences))),
            starts=tuple(sequence.num_cached for sequence in sequences),
            lengths=tuple(len(sequence.new_tokens) for sequence in sequences),
        )
        if all(sequence.params.temperature == 0 for sequence in sequences):
            chosen = self.model.greedy(ids, batch, self.cache)
        else:
            logits = self.model(ids, batch, self.cache)
            chosen = choose_in_lockstep(logits, sequences, self.group, self.device)
        for sequence, token in zip(sequences, chosen.tolist(), strict=True):
            sequence.append(token)
        return {sequence.index: sequence.tokens[-1] for sequence in sequences}
