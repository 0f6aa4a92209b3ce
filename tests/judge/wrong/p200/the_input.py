"""wrong_answer: nothing is normalised."""


def sharded_rms_norm(x, weight, eps, hidden_size, group):
    return x


def head_rms_norm(x, weight, eps, group):
    return x


def sharded_layer_norm(x, weight, bias, eps, hidden_size, group):
    return x
