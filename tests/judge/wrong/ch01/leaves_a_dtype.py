"""contract_violation: the default dtype stays changed"""

import torch


def collectives_per_forward(num_layers: int) -> dict[str, int]:
    torch.set_default_dtype(torch.float64)
    return {"all_reduce": 2 * num_layers + 1, "gather": 1}
