"""What one forward brings: which sequences, and which part of each is new.

The tokens of all sequences lie end to end in one flat dimension N, without padding, as in
nano-vllm. A prompt brings all its tokens at once (prefill), later forwards bring one (decode).

Shapes: N new tokens in all · B sequences
"""

from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class Batch:
    """The sequences of one forward, in the order in which their tokens are laid end to end.

    blocks: the cache block that each sequence owns. starts: how many of its tokens are cached
    already. lengths: how many come now, so that N is their sum.

    A prompt of 3 tokens and a sequence that decodes its 6th:
    Batch(blocks=(0, 1), starts=(0, 5), lengths=(3, 1)) has positions [0, 1, 2, 5], last [2, 3].
    """

    blocks: tuple[int, ...]
    starts: tuple[int, ...]
    lengths: tuple[int, ...]

    @property
    def positions(self) -> Tensor:
        """The position of each new token in its own sequence: (N,) int64."""
        spans = zip(self.starts, self.lengths, strict=True)
        return torch.cat([torch.arange(start, start + length) for start, length in spans])  # (N,)

    @property
    def last(self) -> Tensor:
        """Where each sequence's last token lies among the N: (B,) int64."""
        return torch.tensor(self.lengths).cumsum(0) - 1  # (B,)
