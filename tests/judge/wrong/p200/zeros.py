"""wrong_answer: every number is 0."""


def sharded_rms_norm(x, weight, eps, hidden_size, group):
    return x * 0


def head_rms_norm(x, weight, eps, group):
    return x * 0


def sharded_layer_norm(x, weight, bias, eps, hidden_size, group):
    return x * 0
