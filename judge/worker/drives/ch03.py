"""How chapter 3 is exercised: as every layer that stacks several projections."""

from .stacked import (
    forward,
    load,
    load_wrong_shapes,
    parameters,
    refused,
    segment,
)

__all__ = [
    "forward",
    "load",
    "load_wrong_shapes",
    "parameters",
    "refused",
    "segment",
]
