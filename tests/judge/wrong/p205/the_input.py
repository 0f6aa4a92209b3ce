"""wrong_answer: what goes in comes out."""


def gather_tokens(local, num_tokens):
    return local


def scatter_sum(partial):
    return partial


def mlp_block(x, num_tokens, norm_weight, up, down, eps):
    return x
