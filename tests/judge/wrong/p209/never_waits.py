"""wrong_answer: nobody is waited for."""


def wait_for_all(counters, call, pause) -> None:
    return None
