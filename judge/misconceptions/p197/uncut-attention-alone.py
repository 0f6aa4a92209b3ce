"""Under sequence parallelism the code lets attention that is not cut work on a rank's own tokens.

Why: What is not cut needs no sum, and so no call, it seems. But a token looks back at the tokens
before it, and these are on other ranks.

Look: Which keys does the first token of rank 1 need?
"""


def layer_collectives(
    cut_attention: bool, cut_mlp: bool, sequence_parallel: bool
) -> dict[str, int]:
    num_cut = cut_attention + cut_mlp
    if not sequence_parallel:
        return _occurring(all_reduce=num_cut)
    return _occurring(all_gather=num_cut, reduce_scatter=num_cut)
