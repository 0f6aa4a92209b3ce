"""wrong_answer: half numbers, as counts from an average would be."""


def layer_collectives(cut_attention, cut_mlp, sequence_parallel):
    if sequence_parallel:
        return {"all_gather": 1.0 + cut_mlp, "reduce_scatter": 1.0 * (cut_attention + cut_mlp)}
    return {"all_reduce": 1.0 * (cut_attention + cut_mlp)}


def model_collectives(num_layers, tp_size, **options):
    return {"all_reduce": 2.0 * num_layers + 1, "gather": 1.0}
