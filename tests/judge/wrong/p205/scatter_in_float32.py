"""wrong_answer: the sum comes back as float32."""


def scatter_sum(partial):
    return _scattered(partial).float()
