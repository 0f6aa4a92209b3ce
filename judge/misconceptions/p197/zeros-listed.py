"""Kinds that do not occur are listed with 0.

Why: A dict with all kinds is easy to read. The two are not equal to a comparison, and the page asks
for one of them.

Look: Compare the keys of your dict with those of the worked example.
"""


def layer_collectives(
    cut_attention: bool, cut_mlp: bool, sequence_parallel: bool
) -> dict[str, int]:
    num_cut = cut_attention + cut_mlp
    if not sequence_parallel:
        return {"all_reduce": num_cut, "all_gather": 0, "reduce_scatter": 0}
    return {"all_reduce": 0, "all_gather": 1 + cut_mlp, "reduce_scatter": num_cut}
