"""wrong_answer: nobody talks."""


def layer_collectives(cut_attention, cut_mlp, sequence_parallel):
    return {}


def model_collectives(num_layers, tp_size, **options):
    return {}
