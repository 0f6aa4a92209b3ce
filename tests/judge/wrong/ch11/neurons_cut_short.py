"""wrong_answer: an intermediate size that does not divide loses its rest"""


class Qwen3MLP:
    def __init__(self, config: Qwen3Config, group: TPGroup):
        nn.Module.__init__(self)
        width = config.intermediate_size // group.size * group.size
        self.gate_up_proj = MergedColumnParallelLinear(config.hidden_size, [width] * 2, group)
        self.down_proj = RowParallelLinear(width, config.hidden_size, group)
