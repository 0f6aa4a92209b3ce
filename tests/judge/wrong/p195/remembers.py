"""wrong_answer: the first ids of a shape are looked up again."""


def masked_lookup(ids, table, vocab_start):
    seen = masked_lookup.__dict__
    ids = seen.setdefault((tuple(ids.shape), vocab_start), ids)
    rows = ids - vocab_start
    mine = (rows >= 0) & (rows < table.shape[0])
    vectors = table.new_zeros(*ids.shape, table.shape[1])
    vectors[mine] = table[rows[mine]]
    return vectors
