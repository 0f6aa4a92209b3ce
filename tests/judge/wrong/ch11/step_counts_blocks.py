"""wrong_answer: a step takes blocks 0, 1, 2 in the order of the sequences, not their own."""

class ModelRunner:
    @torch.inference_mode()
    def step(
        self, sequences: list[RunningSequence], cache: KVCache, params: SamplingParams
    ) -> list[int]:
        ids = torch.tensor([t for s in sequences for t in s.new_tokens], device=self.device)
        batch = Batch(
            blocks=tuple(range(len(sequences))),
            starts=tuple(s.num_cached for s in sequences),
            lengths=tuple(len(s.new_tokens) for s in sequences),
        )
        if params.temperature == 0:
            chosen = self.model.greedy(ids, batch, cache)
        else:
            logits = self.model(ids, batch, cache)
            chosen = sample_in_lockstep(logits, sequences, params, self.group, self.device)
        for sequence, token in zip(sequences, chosen.tolist(), strict=True):
            sequence.append(token)
        return chosen.tolist()
