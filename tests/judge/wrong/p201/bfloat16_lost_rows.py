"""wrong_answer: the result is always float32."""


def pad_rows(weight, layout, head_dim):
    return _in_slots(weight, layout, head_dim).float()
