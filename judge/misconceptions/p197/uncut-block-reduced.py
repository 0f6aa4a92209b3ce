"""The code reduces a block that is not cut as well.

Why: The call stands at the end of the block, cut or not. But where every rank has all the weights,
each has the finished result, and a sum would make it tp times too large.

Look: What do two ranks hold after an MLP that is not cut?
"""


def layer_collectives(
    cut_attention: bool, cut_mlp: bool, sequence_parallel: bool
) -> dict[str, int]:
    if not sequence_parallel:
        return _occurring(all_reduce=2)
    return _occurring(all_gather=2, reduce_scatter=2)
