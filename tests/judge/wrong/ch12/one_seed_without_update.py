"""wrong_answer: advance lets sequences join by itself, all of them with seed 7"""


class BatchRunner:
    @torch.inference_mode()
    def advance(self, left: list[int], joined: list[Job]) -> dict[int, int]:
        for slot in left:
            del self.running[slot]
        for job in joined:
            self.running[job.slot] = BatchSequence(
                index=job.slot,
                block=job.slot,
                tokens=list(job.prompt_ids),
                max_length=self.max_length,
                generator=make_generator(7),
                params=job.params,
            )
        sequences = [self.running[slot] for slot in sorted(self.running)]
        if not sequences:
            return {}
        ids = torch.tensor([token for sequence in sequences for token in sequence.new_tokens])
        batch = Batch(
            blocks=tuple(sequence.block for sequence in sequences),
            starts=tuple(sequence.num_cached for sequence in sequences),
            lengths=tuple(len(sequence.new_tokens) for sequence in sequences),
        )
        logits = self.model(ids, batch, self.cache)
        chosen = choose_in_lockstep(logits, sequences, self.group)
        for sequence, token in zip(sequences, chosen.tolist(), strict=True):
            sequence.append(token)
        return {sequence.index: sequence.tokens[-1] for sequence in sequences}
