"""wrong_answer: the own sum comes back as float32."""


def reduce_scatter_ring(parts):
    return _sum_of_own(parts).float()
