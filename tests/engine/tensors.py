"""Tensors for the tests: small integers, so that sums are exact in any order."""

import torch


def small_ints(*shape, seed=0):
    """Whole numbers from -8 to 8 as float32, never 0."""
    generator = torch.Generator().manual_seed(seed)
    size = torch.randint(1, 9, shape, generator=generator)
    sign = torch.randint(0, 2, shape, generator=generator) * 2 - 1
    return (size * sign).float()


def owns_its_memory(tensor):
    """Whether nothing but the tensor itself is kept alive by it."""
    return tensor.untyped_storage().nbytes() == tensor.numel() * tensor.element_size()
