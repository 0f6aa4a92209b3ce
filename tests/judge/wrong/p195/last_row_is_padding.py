"""wrong_answer: the last row of a table is never looked up."""


def masked_lookup(ids, table, vocab_start):
    rows = ids - vocab_start
    mine = (rows >= 0) & (rows < table.shape[0] - 1)
    vectors = table.new_zeros(*ids.shape, table.shape[1])
    vectors[mine] = table[rows[mine]]
    return vectors
