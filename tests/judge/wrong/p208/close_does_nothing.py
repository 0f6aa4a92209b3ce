"""wrong_answer: close does nothing."""


class PyNccl:
    def close(self):
        return None
