"""wrong_answer: a single rank gets no sum."""


def reduce_scatter_ring(parts):
    return _sum_of_own(parts) if len(parts) > 1 else None
