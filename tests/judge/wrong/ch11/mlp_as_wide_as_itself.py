"""contract_violation: gate and up are made for an input as wide as the MLP."""


class Qwen3MLP:
    def __init__(self, config: Qwen3Config, group: TPGroup):
        super().__init__()
        wide = config.intermediate_size
        self.gate_up_proj = MergedColumnParallelLinear(wide, [wide, wide], group)
        self.down_proj = RowParallelLinear(wide, config.hidden_size, group)
