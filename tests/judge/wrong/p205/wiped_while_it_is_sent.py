"""contract_violation: the padded sums are wiped before their reduce-scatter is waited for"""


def scatter_sum(partial: Tensor) -> Tensor:
    tp_size, (tokens, hidden) = dist.get_world_size(), partial.shape
    rows = -(-tokens // tp_size)
    padded = torch.zeros(tp_size * rows, hidden, dtype=partial.dtype)
    padded[:tokens] = partial
    local = torch.empty(rows, hidden, dtype=partial.dtype)
    work = dist.reduce_scatter_single(local, padded, async_op=True)
    padded.zero_()
    work.wait()
    return local
