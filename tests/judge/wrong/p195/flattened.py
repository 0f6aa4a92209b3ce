"""wrong_answer: the result has one row for each id, in one dimension."""


def masked_lookup(ids, table, vocab_start):
    rows = ids.reshape(-1) - vocab_start
    mine = (rows >= 0) & (rows < table.shape[0])
    vectors = table.new_zeros(rows.numel(), table.shape[1])
    vectors[mine] = table[rows[mine]]
    return vectors
