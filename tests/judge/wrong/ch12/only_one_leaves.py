"""wrong_answer: of those who leave together, one does"""


class BatchRunner:
    def update(self, left: list[int], joined: list[Job]) -> list[BatchSequence]:
        if left:
            del self.running[left[0]]
        for job in joined:
            self.running[job.slot] = BatchSequence(
                index=job.slot,
                block=job.slot,
                tokens=list(job.prompt_ids),
                max_length=self.max_length,
                generator=make_generator(job.params.seed),
                params=job.params,
            )
        return [self.running[slot] for slot in sorted(self.running)]
