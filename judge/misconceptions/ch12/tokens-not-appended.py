"""The code acts as if returning the tokens is enough.

Why: Whoever asked has them. The sequence on the rank has not, and brings its prompt once more in
the next step.

Look: What are new_tokens of a sequence in its second step?
"""


class BatchRunner:
    @torch.inference_mode()
    def advance(self, left: list[int], joined: list[Job]) -> dict[int, int]:
        sequences = self.update(left, joined)
        if not sequences:
            return {}
        ids = torch.tensor([t for s in sequences for t in s.new_tokens], device=self.device)
        batch = Batch(
            blocks=tuple(sequence.block for sequence in sequences),
            starts=tuple(sequence.num_cached for sequence in sequences),
            lengths=tuple(len(sequence.new_tokens) for sequence in sequences),
        )
        if all(sequence.params.temperature == 0 for sequence in sequences):
            chosen = self.model.greedy(ids, batch, self.cache)
        else:
            logits = self.model(ids, batch, self.cache)
            chosen = choose_in_lockstep(logits, sequences, self.group, self.device)
        return {s.index: token for s, token in zip(sequences, chosen.tolist(), strict=True)}
