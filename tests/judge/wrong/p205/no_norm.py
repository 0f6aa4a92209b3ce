"""wrong_answer: the block has no norm."""


def mlp_block(x, num_tokens, norm_weight, up, down, eps):
    return x + _scattered((_gathered(x)[:num_tokens] @ up.T).relu() @ down.T)
