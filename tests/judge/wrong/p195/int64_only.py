"""runtime_error: refuses other integers."""


def masked_lookup(ids, table, vocab_start):
    assert str(ids.dtype) == "torch.int64"
    rows = ids - vocab_start
    mine = (rows >= 0) & (rows < table.shape[0])
    vectors = table.new_zeros(*ids.shape, table.shape[1])
    vectors[mine] = table[rows[mine]]
    return vectors
