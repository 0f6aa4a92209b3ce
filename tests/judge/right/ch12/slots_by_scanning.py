"""Slots are looked for one by one; lists are changed in place."""


class Scheduler:
    def next_step(self) -> tuple[list[int], list[Job]]:
        left = list(self.left)
        self.left.clear()
        number = min(len(self.waiting), len(self.free))
        slots = sorted(self.free)[:number]
        self.free = sorted(set(self.free) - set(slots))
        jobs = []
        for slot in slots:
            answer = self.waiting.popleft()
            self.running[slot] = answer
            jobs.append(Job(slot=slot, prompt_ids=answer.prompt_ids, params=answer.params))
        return left, jobs

    def deliver(self, tokens: dict[int, int]) -> None:
        for slot in list(self.running):
            if slot in tokens:
                is_last = self.running[slot].push(tokens[slot])
                if is_last:
                    self.release(slot)

    def drop(self, answers: Sequence[Answer]) -> None:
        for answer in answers:
            if answer in self.waiting:
                self.waiting.remove(answer)
            slots = [slot for slot, other in self.running.items() if other is answer]
            for slot in slots:
                self.release(slot)
