"""runtime_error: unpacks the shape of ids into two sizes."""


def masked_lookup(ids, table, vocab_start):
    if ids.ndim > 1:
        batch, length = ids.shape
    rows = ids - vocab_start
    mine = (rows >= 0) & (rows < table.shape[0])
    vectors = table.new_zeros(*ids.shape, table.shape[1])
    vectors[mine] = table[rows[mine]]
    return vectors
