"""runtime_error: an empty part is not expected."""


def reduce_scatter_ring(parts):
    if any(len(part) == 0 for part in parts):
        raise RuntimeError("nothing to send")
    return _sum_of_own(parts)
