"""wrong_answer: no answer ever gets a slot"""


class Scheduler:
    def next_step(self) -> tuple[list[int], list[Job]]:
        return [], []
