"""runtime_error: an empty part is not expected."""


def all_gather_ring(part, sizes):
    if 0 in sizes:
        raise RuntimeError("nothing to send")
    return _all_parts(part, sizes)
