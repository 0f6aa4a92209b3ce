"""wrong_answer: the result is always float32."""


def pad_columns(weight, layout, head_dim):
    return _in_slots(weight.mT, layout, head_dim).mT.float()
