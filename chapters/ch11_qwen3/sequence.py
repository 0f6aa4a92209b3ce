"""The prompts of one call while they are answered, and their places in the KV cache."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from .sampling_params import SamplingParams


@dataclass
class RunningSequence:
    """One prompt while it is answered. tokens: the prompt, then what was generated."""

    index: int  # which of the call's prompts
    block: int  # its block of the cache
    tokens: list[int]
    max_length: int  # of tokens, prompt included
    generator: torch.Generator
    num_cached: int = 0  # how many of the tokens have their keys and values in the cache

    @property
    def new_tokens(self) -> list[int]:
        """What the next forward brings: first the whole prompt, later the last token."""
        return self.tokens[self.num_cached :]

    def append(self, token: int) -> None:
        """Note that all tokens so far are cached, and add the next one."""
        self.num_cached = len(self.tokens)
        self.tokens.append(token)


def make_generator(seed: int | None) -> torch.Generator:
    """A generator of random numbers, from the seed or from one that the system chooses."""
    generator = torch.Generator()
    if seed is None:
        generator.seed()
    else:
        generator.manual_seed(seed)
    return generator


def plan_sequences(
    prompt_ids: Sequence[Sequence[int]], params: SamplingParams, max_positions: int, capacity: int
) -> list[list[RunningSequence]]:
    """Turn prompts into sequences, in groups that the cache can hold at once.

    Every sequence owns a block, and all blocks are as long as the longest sequence can get.
    capacity is the number of tokens in the whole cache. Raises ValueError when not even one
    sequence fits.

    Room for 100 tokens, 5 prompts of 10 tokens, max_tokens 30: groups of 2, 2 and 1.
    """
    if not prompt_ids:
        return []
    room = max_positions + 1  # the last token is never fed back
    lengths = [min(len(prompt) + params.max_tokens, room) for prompt in prompt_ids]
    at_once = capacity // max(lengths)
    if at_once == 0:
        raise ValueError(f"a sequence of {max(lengths)} tokens exceeds the KV cache of {capacity}")
    sequences = [
        RunningSequence(i, i % at_once, list(prompt), lengths[i], make_generator(params.seed))
        for i, prompt in enumerate(prompt_ids)
    ]
    return [sequences[i : i + at_once] for i in range(0, len(sequences), at_once)]
