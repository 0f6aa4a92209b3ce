"""How tokens are chosen, and when to stop."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class SamplingParams:
    """One choice for all prompts of a call; ValueError for a value that means nothing.

    max_tokens: new tokens of each prompt, at most. temperature: 0 takes the most likely token,
    1 samples from the model's own distribution. top_p: sample only among the most likely tokens
    that together have this probability. seed: the same seed gives the same tokens, whatever else is
    in the batch; None draws a new one. ignore_eos: do not stop at an end-of-text token.
    """

    max_tokens: int = 64
    temperature: float = 0.0
    top_p: float = 1.0
    seed: int | None = None
    ignore_eos: bool = False

    def __post_init__(self):
        if type(self.max_tokens) is not int or self.max_tokens < 1:
            raise ValueError(f"max_tokens must be a whole number from 1, got {self.max_tokens!r}")
        if not (math.isfinite(self.temperature) and self.temperature >= 0):
            raise ValueError(f"temperature must be 0 or more, got {self.temperature!r}")
        if not 0 < self.top_p <= 1:
            raise ValueError(f"top_p must be above 0 and at most 1, got {self.top_p!r}")
        if self.seed is not None and (type(self.seed) is not int or not 0 <= self.seed < 2**63):
            raise ValueError(f"seed must be a whole number from 0 to 2**63 - 1, got {self.seed!r}")
