"""The code keeps the all-reduces with sequence parallelism.

Why: The new calls look like an addition. But a reduce-scatter and the all-gather before the next
block are the two halves of the all-reduce: they replace it.

Look: What is still to be added after a reduce-scatter?
"""


def layer_collectives(
    cut_attention: bool, cut_mlp: bool, sequence_parallel: bool
) -> dict[str, int]:
    num_cut = cut_attention + cut_mlp
    if not sequence_parallel:
        return _occurring(all_reduce=num_cut)
    return _occurring(all_gather=1 + cut_mlp, reduce_scatter=num_cut, all_reduce=num_cut)
