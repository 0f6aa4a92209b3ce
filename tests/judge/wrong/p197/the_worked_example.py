"""wrong_answer: the worked example, whatever is asked."""


def layer_collectives(cut_attention, cut_mlp, sequence_parallel):
    return {"all_reduce": 2}


def model_collectives(num_layers, tp_size, **options):
    return {"all_reduce": 57, "gather": 1}
