"""The code acts as if the order in which a rank builds its batch were its own affair.

Why: A batch looks like a set. But row 0 of the sums over ranks is row 0 of every rank: where two
ranks have another sequence in it, the partial sums of two texts are added, and nothing fails.

Look: Which sequence is row 0 on rank 0, and which on rank 1?
"""


class BatchRunner:
    def update(self, left: list[int], joined: list[Job]) -> list[BatchSequence]:
        for slot in left:
            del self.running[slot]
        for job in joined:
            self.running[job.slot] = BatchSequence(
                index=job.slot,
                block=job.slot,
                tokens=list(job.prompt_ids),
                max_length=self.max_length,
                generator=make_generator(job.params.seed),
                params=job.params,
            )
        batch = [self.running[slot] for slot in sorted(self.running)]
        if self.group.rank == 0:
            batch.sort(key=lambda sequence: len(sequence.new_tokens))
        return batch
