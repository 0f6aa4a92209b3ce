"""The code counts one sum a layer, after the MLP.

Why: A layer looks like one unit. But the MLP's norm needs the whole residual, so attention's
partial sums must be added before it.

Look: What does each rank hold just after o_proj?
"""


def layer_collectives(
    cut_attention: bool, cut_mlp: bool, sequence_parallel: bool
) -> dict[str, int]:
    num_cut = int(cut_attention or cut_mlp)
    if not sequence_parallel:
        return _occurring(all_reduce=num_cut)
    return _occurring(all_gather=1, reduce_scatter=num_cut)
