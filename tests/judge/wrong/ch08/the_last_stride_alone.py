"""contract_violation: an x whose rows lie apart passes for contiguous"""


def contiguous(x: Tensor) -> None:
    if x.dim() and x.stride(-1) != 1 and x.shape[-1] > 1:
        raise ValueError(f"x of shape {tuple(x.shape)} must be contiguous")
