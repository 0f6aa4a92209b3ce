"""q, k, v and gate, up counted one by one."""


def layer_collectives(
    cut_attention: bool, cut_mlp: bool, sequence_parallel: bool
) -> dict[str, int]:
    num_cut = 4 * cut_attention + 3 * cut_mlp
    if not sequence_parallel:
        return _occurring(all_reduce=num_cut)
    return _occurring(all_gather=1 + cut_mlp, reduce_scatter=num_cut)
