"""runtime_error: asks for the length of the ids."""


def masked_lookup(ids, table, vocab_start):
    count = len(ids)
    rows = ids - vocab_start
    mine = (rows >= 0) & (rows < table.shape[0])
    vectors = table.new_zeros(count, *ids.shape[1:], table.shape[1])
    vectors[mine] = table[rows[mine]]
    return vectors
