"""wrong_answer: all parts come back as float32."""


def all_gather_ring(part, sizes):
    return [one.float() for one in _all_parts(part, sizes)]
