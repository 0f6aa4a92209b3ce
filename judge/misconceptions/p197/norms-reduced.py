"""The code counts a collective for each norm.

Why: A norm looks at the whole hidden vector. Every rank has that vector whole, for all tokens or
for its own, so nothing is missing.

Look: Which numbers does a norm need, and which of them are on another rank?
"""


def layer_collectives(
    cut_attention: bool, cut_mlp: bool, sequence_parallel: bool
) -> dict[str, int]:
    num_cut = cut_attention + cut_mlp
    if not sequence_parallel:
        return _occurring(all_reduce=num_cut + 2)
    return _occurring(all_gather=1 + cut_mlp, reduce_scatter=num_cut, all_reduce=2)
