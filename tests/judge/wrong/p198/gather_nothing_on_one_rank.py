"""wrong_answer: a single rank gets no list."""


def all_gather_ring(part, sizes):
    return _all_parts(part, sizes) if len(sizes) > 1 else None
