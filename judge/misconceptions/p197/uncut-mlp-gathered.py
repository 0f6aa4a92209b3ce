"""Under sequence parallelism the code gives an uncut MLP every token.

Why: Each block seems to begin with an all-gather. The MLP treats each token by itself: a rank that
has all the weights can do its own tokens alone.

Look: Which other token does the MLP need to compute token 3?
"""


def layer_collectives(
    cut_attention: bool, cut_mlp: bool, sequence_parallel: bool
) -> dict[str, int]:
    num_cut = cut_attention + cut_mlp
    if not sequence_parallel:
        return _occurring(all_reduce=num_cut)
    return _occurring(all_gather=2, reduce_scatter=num_cut)
