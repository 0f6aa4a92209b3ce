"""wrong_answer: every rank gathers the logits and draws for itself"""


class ModelRunner:
    @torch.inference_mode()
    def step(
        self, sequences: list[RunningSequence], cache: KVCache, params: SamplingParams
    ) -> list[int]:
        ids = torch.tensor([t for s in sequences for t in s.new_tokens], device=self.device)
        batch = Batch(
            blocks=tuple(sequence.block for sequence in sequences),
            starts=tuple(sequence.num_cached for sequence in sequences),
            lengths=tuple(len(sequence.new_tokens) for sequence in sequences),
        )
        hidden = self.model.model(ids, batch, cache)
        if params.temperature == 0:
            tokens = self.model.lm_head.greedy(hidden, batch.last).tolist()
        else:
            logits = self.model.lm_head.forward_all(hidden, batch.last)
            tokens = (logits / params.temperature).softmax(-1).multinomial(1).flatten().tolist()
        for sequence, token in zip(sequences, tokens, strict=True):
            sequence.append(token)
        return tokens
