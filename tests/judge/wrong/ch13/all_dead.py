"""wrong_answer: an error at every look."""


class ShmGroup:
    def _raise_if_dead(self):
        raise ConnectionError(f"a rank among {list(range(self.size))} has ended")
