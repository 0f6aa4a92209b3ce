"""wrong_answer: a bias is not padded."""


def pad_rows(weight, layout, head_dim):
    return weight if weight.ndim == 1 else _in_slots(weight, layout, head_dim)
