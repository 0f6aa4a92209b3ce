"""runtime_error: asks for the smallest id, where there may be none."""


def masked_lookup(ids, table, vocab_start):
    assert int(ids.min()) >= 0
    rows = ids - vocab_start
    mine = (rows >= 0) & (rows < table.shape[0])
    vectors = table.new_zeros(*ids.shape, table.shape[1])
    vectors[mine] = table[rows[mine]]
    return vectors
