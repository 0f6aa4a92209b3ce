"""wrong_answer: a step takes the most likely token at any temperature."""

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
        chosen = self.model.greedy(ids, batch, cache)
        for sequence, token in zip(sequences, chosen.tolist(), strict=True):
            sequence.append(token)
        return chosen.tolist()
