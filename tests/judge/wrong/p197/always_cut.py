"""wrong_answer: the options are not looked at."""


def layer_collectives(cut_attention, cut_mlp, sequence_parallel):
    return {"all_reduce": 2}


def model_collectives(num_layers, tp_size, **options):
    return {"all_reduce": 2 * num_layers + 1, "gather": 1} if tp_size > 1 else {}
