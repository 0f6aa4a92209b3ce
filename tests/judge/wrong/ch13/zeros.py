"""wrong_answer: every sum is 0."""


def sum_in_rank_order(parts, out):
    out.zero_()
