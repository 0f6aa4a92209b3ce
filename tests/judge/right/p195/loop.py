"""Id by id."""


def masked_lookup(ids, table, vocab_start):
    out = table.new_zeros((ids.numel(), table.size(1)))
    for place, token in enumerate(ids.flatten().tolist()):
        if vocab_start <= token < vocab_start + table.size(0):
            out[place] = table[token - vocab_start]
    return out.view(ids.shape + (table.size(1),))
