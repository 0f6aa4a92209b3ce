"""The code tells first who joins, then who leaves.

Why: The order of two loops seems to be free. But a slot that is given up may be given to somebody
else in the same call: the new sequence is taken away instead of the old one.

Look: With left [0] and a job for slot 0, who is in slot 0 afterwards?
"""


class BatchRunner:
    def update(self, left: list[int], joined: list[Job]) -> list[BatchSequence]:
        for job in joined:
            self.running[job.slot] = BatchSequence(
                index=job.slot,
                block=job.slot,
                tokens=list(job.prompt_ids),
                max_length=self.max_length,
                generator=make_generator(job.params.seed),
                params=job.params,
            )
        for slot in left:
            del self.running[slot]
        return [self.running[slot] for slot in sorted(self.running)]
