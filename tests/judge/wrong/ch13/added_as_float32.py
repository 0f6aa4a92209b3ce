"""wrong_answer: float32 is right, and large whole numbers are rounded."""


def sum_in_rank_order(parts, out):
    total = parts[0].float().clone()
    for part in parts[1:]:
        total += part
    out.copy_(total)
