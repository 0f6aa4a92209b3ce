"""Checks what a user asks for, before any rank hears of it.

An error on a rank ends all ranks; an error here costs nothing.
"""

from collections.abc import Sequence
from pathlib import Path

from tokenizers import Tokenizer

from ..ch07_attention.config import Qwen3Config
from ..ch10_loader.loader import check_names, tensor_files
from .meta import meta_model
from .sampling_params import SamplingParams
from .sequence import plan_sequences

Prompt = str | Sequence[int]


def check_model(config: Qwen3Config, directory: str | Path, tp_size: int) -> None:
    """Raise ValueError or FileNotFoundError unless the checkpoint can run on tp_size ranks."""
    check_names(meta_model(config, tp_size), set(tensor_files(directory)))


def encode(prompts: Sequence[Prompt], tokenizer: Tokenizer | None) -> list[list[int]]:
    """The token ids of each prompt, which is a text or already a list of ids."""
    if isinstance(prompts, str) or any(isinstance(prompt, int) for prompt in prompts):
        raise ValueError("prompts must be a list of prompts: a single one goes in brackets")
    prompt_ids = []
    for i, prompt in enumerate(prompts):
        if isinstance(prompt, str) and tokenizer is None:
            raise ValueError(f"prompt {i} is a text, but the checkpoint has no tokenizer.json")
        prompt_ids.append(tokenizer.encode(prompt).ids if isinstance(prompt, str) else list(prompt))
    return prompt_ids


def check_prompts(
    prompt_ids: list[list[int]], params: SamplingParams, config: Qwen3Config, capacity: int
) -> None:
    """Raise ValueError, naming the prompt and the numbers, for one that cannot be answered."""
    for i, ids in enumerate(prompt_ids):
        if not ids:
            raise ValueError(f"prompt {i} is empty")
        if len(ids) > config.max_position_embeddings:
            raise ValueError(
                f"prompt {i} has {len(ids)} tokens, the model has positions for "
                f"{config.max_position_embeddings}"
            )
        for token in ids:
            if type(token) is not int or not 0 <= token < config.vocab_size:
                raise ValueError(
                    f"prompt {i} has the id {token!r}, the vocabulary is {config.vocab_size}"
                )
    plan_sequences(prompt_ids, params, config.max_position_embeddings, capacity)
