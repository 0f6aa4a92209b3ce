"""wrong_answer: a job's own sampling parameters stay behind."""


class BatchRunner:
    def advance(self, left, joined):
        joined = [Job(job.slot, job.prompt_ids, SamplingParams(temperature=0.0)) for job in joined]
        sequences = self.update(left, joined)
        if not sequences:
            return {}
        ids = torch.tensor([token for sequence in sequences for token in sequence.new_tokens])
        batch = Batch(
            blocks=tuple(sequence.block for sequence in sequences),
            starts=tuple(sequence.num_cached for sequence in sequences),
            lengths=tuple(len(sequence.new_tokens) for sequence in sequences),
        )
        chosen = self.model.greedy(ids, batch, self.cache)
        for sequence, token in zip(sequences, chosen.tolist(), strict=True):
            sequence.append(token)
        return {sequence.index: sequence.tokens[-1] for sequence in sequences}
