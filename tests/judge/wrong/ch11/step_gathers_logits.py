"""contract_violation: at temperature 0 a step gathers the logits and shares the best ids."""

class ModelRunner:
    @torch.inference_mode()
    def step(
        self, sequences: list[RunningSequence], cache: KVCache, params: SamplingParams
    ) -> list[int]:
        ids = torch.tensor([t for s in sequences for t in s.new_tokens], device=self.device)
        batch = Batch(
            blocks=tuple(s.block for s in sequences),
            starts=tuple(s.num_cached for s in sequences),
            lengths=tuple(len(s.new_tokens) for s in sequences),
        )
        logits = self.model(ids, batch, cache)
        if params.temperature == 0:
            best = torch.zeros(len(sequences), dtype=torch.int64, device=self.device)
            if logits is not None:
                best = logits.argmax(-1)
            chosen = self.group.broadcast(best)
        else:
            chosen = sample_in_lockstep(logits, sequences, params, self.group, self.device)
        for sequence, token in zip(sequences, chosen.tolist(), strict=True):
            sequence.append(token)
        return chosen.tolist()
