"""wrong_answer: the batch is in the order in which its sequences came"""


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
        return list(self.running.values())
