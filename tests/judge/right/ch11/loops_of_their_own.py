"""The loop keeps its own lists, gathers steps by prompt, and asks for the end in another order."""


class ModelRunner:
    def is_finished(self, sequence: RunningSequence, params: SamplingParams) -> bool:
        ended = sequence.tokens[-1] in self.eos_ids and not params.ignore_eos
        return ended or len(sequence.tokens) == sequence.max_length

    def generate(self, prompt_ids: list, params: SamplingParams) -> list[list[int]]:
        pairs = [pair for step in self.stream(prompt_ids, params) for pair in step]
        return [[t for i, t in pairs if i == number] for number in range(len(prompt_ids))]

    @torch.no_grad()
    def step(
        self, sequences: list[RunningSequence], cache: KVCache, params: SamplingParams
    ) -> list[int]:
        news = [list(s.new_tokens) for s in sequences]
        ids = torch.cat([torch.tensor(new) for new in news])
        batch = Batch(
            tuple(s.block for s in sequences),
            tuple(s.num_cached for s in sequences),
            tuple(len(new) for new in news),
        )
        if params.temperature > 0:
            logits = self.model.forward(ids, batch, cache)
            chosen = sample_in_lockstep(logits, sequences, params, self.group)
        else:
            chosen = self.model.greedy(ids, batch, cache)
        tokens = [int(token) for token in chosen]
        for sequence, token in zip(sequences, tokens, strict=True):
            sequence.append(token)
        return tokens
