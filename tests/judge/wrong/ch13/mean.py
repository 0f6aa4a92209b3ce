"""wrong_answer: the mean instead of the sum."""


def sum_in_rank_order(parts, out):
    out.copy_(sum(parts[1:], parts[0]) / len(parts))
