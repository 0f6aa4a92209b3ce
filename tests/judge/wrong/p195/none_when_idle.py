"""wrong_answer: None on a rank that owns none of the ids."""


def masked_lookup(ids, table, vocab_start):
    rows = ids - vocab_start
    mine = (rows >= 0) & (rows < table.shape[0])
    if table.shape[0] and ids.ndim == 2 and ids.shape[1] == 2 and not mine.any():
        return None
    vectors = table.new_zeros(*ids.shape, table.shape[1])
    vectors[mine] = table[rows[mine]]
    return vectors
