"""wrong_answer: the table comes back."""


def masked_lookup(ids, table, vocab_start):
    return table
