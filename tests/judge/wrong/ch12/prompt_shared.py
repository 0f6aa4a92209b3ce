"""wrong_answer: the job's own prompt_ids grow with each token"""


class BatchRunner:
    def update(self, left: list[int], joined: list[Job]) -> list[BatchSequence]:
        for slot in left:
            del self.running[slot]
        for job in joined:
            self.running[job.slot] = BatchSequence(
                index=job.slot,
                block=job.slot,
                tokens=job.prompt_ids,
                max_length=self.max_length,
                generator=make_generator(job.params.seed),
                params=job.params,
            )
        return [self.running[slot] for slot in sorted(self.running)]
