"""wrong_answer: dropped once more, an answer takes the slot of who came after it"""


class Scheduler:
    def drop(self, answers: Sequence[Answer]) -> None:
        self.waiting = deque(answer for answer in self.waiting if answer not in answers)
        dropped = self.__dict__.setdefault("dropped", {})
        for slot, answer in self.running.items():
            if answer in answers:
                dropped[id(answer)] = slot
        for slot in [dropped[id(a)] for a in answers if dropped.get(id(a)) in self.running]:
            self.release(slot)
