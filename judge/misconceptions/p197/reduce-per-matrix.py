"""The code ends every matrix that is cut with an all-reduce.

Why: Each of them leaves only a part of something. A column-parallel matrix leaves a slice, which is
just what the row-parallel one after it wants: only the second leaves a sum to finish.

Look: Which shape has the input of a row-parallel layer on one rank?
"""


def layer_collectives(
    cut_attention: bool, cut_mlp: bool, sequence_parallel: bool
) -> dict[str, int]:
    num_cut = 2 * cut_attention + 2 * cut_mlp
    if not sequence_parallel:
        return _occurring(all_reduce=num_cut)
    return _occurring(all_gather=1 + cut_mlp, reduce_scatter=num_cut)
