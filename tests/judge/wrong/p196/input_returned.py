"""wrong_answer: the logits come back."""


def local_best(local_logits, vocab_start):
    return local_logits, vocab_start


def sharded_argmax(local_logits, vocab_start, group):
    return local_logits
