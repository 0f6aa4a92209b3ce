"""The whole run: a checkpoint on 1, 2 or 4 ranks, from prompts to text.

`ModelRunner` is one rank: its part of the model, and the loop that generates. `LLM` is what a user
holds: it checks the input, calls the ranks, and turns ids into text. The prompts of a call run as
one batch while the cache has room; later calls do not join it.

python -m solutions.ch11_qwen3.engine --model DIR --tp 2 "The capital of France is"

Shapes: N new tokens of all sequences · B sequences · V vocab_size
"""

import contextlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from ..ch07_attention.attention import KVCache, num_blocks
from ..ch07_attention.batch import Batch
from ..ch07_attention.config import Qwen3Config, find_dtype
from ..ch08_communicator.communicator import default_device
from ..ch09_processes.lockstep import RankZero
from ..ch09_processes.processes import RankProcesses
from ..ch10_loader.loader import load_sharded
from ..tp_group import HandGroup, TPGroup
from .prompts import Prompt, check_model, check_prompts, encode
from .qwen3 import Qwen3ForCausalLM
from .sampling_params import SamplingParams
from .sequence import RunningSequence, plan_sequences
from .text import TextStream, read_eos_ids, read_tokenizer

CACHE_BYTES = 2 << 30  # the most that one rank spends on keys and values


@contextlib.contextmanager
def default_dtype(dtype: torch.dtype) -> Iterator[None]:
    """Let new parameters have this dtype."""
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


def sample(logits: Tensor, params: SamplingParams, generator: torch.Generator) -> int:
    """Draw one token: logits (V,) -> its id. Temperature is above 0.

    The logits are divided by the temperature before the softmax. Sorted by probability, the tokens
    are kept before which less than top_p has gone: of probabilities 0.5, 0.3, 0.2 and top_p 0.6,
    the first two. One number is drawn from the generator.
    """
    logits = logits.double().cpu()
    # The largest logit becomes 0, so that no temperature, however small, makes an infinity of it.
    probs = ((logits - logits.max()) / params.temperature).softmax(-1)
    probs, ids = probs.sort(descending=True, stable=True)  # (V,) each
    probs[probs.cumsum(-1) - probs >= params.top_p] = 0
    return int(ids[torch.multinomial(probs, 1, generator=generator)])


def sample_in_lockstep(
    logits: Tensor | None,
    sequences: list[RunningSequence],
    params: SamplingParams,
    group: TPGroup,
    device: torch.device | None = None,
) -> Tensor:
    """The next token of each sequence, (B,) int64 on the device, the same on every rank.

    logits (B, V) on rank 0, None elsewhere. Rank 0 draws, row by row, with each sequence's own
    generator, and broadcasts the ids. If every rank drew for itself, one bit of difference in a
    logit, or one number drawn too many, would let the ranks answer different texts.
    """
    ids = torch.zeros(len(sequences), dtype=torch.int64, device=device)  # (B,)
    if logits is not None:
        for i, sequence in enumerate(sequences):
            ids[i] = sample(logits[i], params, sequence.generator)
    return group.broadcast(ids)


class ModelRunner:
    """One rank: its part of the model, and the loop that generates.

    Every rank makes the same calls with the same arguments, and gets the same tokens.
    """

    def __init__(
        self,
        directory: str | Path,
        group: TPGroup,
        dtype: str | None = None,
        cache_bytes: int = CACHE_BYTES,
        device: torch.device | None = None,
    ):
        """Load this rank's part of the checkpoint in directory.

        dtype: "float32", "bfloat16" or "float16"; None means the checkpoint's. cache_bytes: what
        this rank can spare for the KV cache; the smallest of all ranks' counts. device: None means
        default_device of chapter 8.
        """
        self.config = Qwen3Config.read(directory)
        self.group = group
        self.dtype = find_dtype(dtype or self.config.dtype)
        self.device = device or default_device(group.rank, group.size)
        self.eos_ids = read_eos_ids(directory)
        with self.device, default_dtype(self.dtype):  # not converted later: that would hold both
            self.model = Qwen3ForCausalLM(self.config, group)
        load_sharded(self.model, directory, group, self.dtype)
        # In blocks of 1: how many tokens fit, whatever the sequences' length will be.
        self.capacity = num_blocks(cache_bytes, self.config, 1, group, self.dtype, self.device)

    def get_capacity(self) -> int:
        """How many tokens the KV cache can hold, over all sequences that run at once."""
        return self.capacity

    def new_cache(self, sequences: list[RunningSequence]) -> KVCache:
        """A cache with a block for each sequence, as long as the longest can get."""
        block_size = max(sequence.max_length for sequence in sequences)
        return KVCache(self.config, len(sequences), block_size, self.group, self.dtype, self.device)

    @torch.inference_mode()
    def step(
        self, sequences: list[RunningSequence], cache: KVCache, params: SamplingParams
    ) -> list[int]:
        """One forward: append the next token to each sequence, and return these tokens.

        A sequence brings its new tokens: first its whole prompt, later the token of the step
        before. At temperature 0 the next token is the most likely one, found without gathering
        logits. 2 * layers + 1 all-reduces and one exchange of the vocabulary.
        """
        ids = [token for sequence in sequences for token in sequence.new_tokens]
        ids = torch.tensor(ids, device=self.device)  # (N,)
        batch = Batch(
            blocks=tuple(sequence.block for sequence in sequences),
            starts=tuple(sequence.num_cached for sequence in sequences),
            lengths=tuple(len(sequence.new_tokens) for sequence in sequences),
        )
        if params.temperature == 0:
            chosen = self.model.greedy(ids, batch, cache)  # (B,)
        else:
            logits = self.model(ids, batch, cache)  # (B, V) on rank 0
            chosen = sample_in_lockstep(logits, sequences, params, self.group, self.device)
        for sequence, token in zip(sequences, chosen.tolist(), strict=True):
            sequence.append(token)
        return chosen.tolist()

    def is_finished(self, sequence: RunningSequence, params: SamplingParams) -> bool:
        """Whether its last token ends the sequence: the length is reached, or it is an EOS id."""
        if len(sequence.tokens) >= sequence.max_length:
            return True
        return not params.ignore_eos and sequence.tokens[-1] in self.eos_ids

    def stream(
        self, prompt_ids: Sequence[Sequence[int]], params: SamplingParams
    ) -> Iterator[list[tuple[int, int]]]:
        """Generate for all prompts, yielding after each step [(index of the prompt, token), ...].

        A sequence leaves the batch when it is finished. Every rank sees the same tokens, so all
        agree on that without a word. Sequences that the cache has no room for start when those
        before them have finished.
        """
        max_positions = self.config.max_position_embeddings
        for running in plan_sequences(prompt_ids, params, max_positions, self.capacity):
            cache = self.new_cache(running)
            while running:
                tokens = self.step(running, cache, params)
                yield [(s.index, token) for s, token in zip(running, tokens, strict=True)]
                running = [s for s in running if not self.is_finished(s, params)]

    def generate(
        self, prompt_ids: Sequence[Sequence[int]], params: SamplingParams
    ) -> list[list[int]]:
        """The new tokens of each prompt, an EOS token included; the same on every rank."""
        outputs = [[] for _ in prompt_ids]
        for step in self.stream(prompt_ids, params):
            for index, token in step:
                outputs[index].append(token)
        return outputs


def make_runner(group: TPGroup, directory: str, dtype: str | None, cache_bytes: int) -> ModelRunner:
    return ModelRunner(directory, group, dtype, cache_bytes)


@dataclass(frozen=True)
class Completion:
    """What the model wrote after one prompt. text is empty when there is no tokenizer."""

    text: str
    token_ids: list[int]


class LLM:
    """A Qwen3 checkpoint that answers prompts, on tp_size ranks.

    with LLM("models/tiny-qwen3", tp_size=2) as llm:
        print(llm.generate(["The capital of France is"])[0].text)
    """

    def __init__(
        self,
        directory: str | Path,
        tp_size: int = 1,
        dtype: str | torch.dtype | None = None,
        ctx: str = "spawn",
        cache_bytes: int = CACHE_BYTES,
        plugin: str = "torch",
        ranks: RankZero | None = None,
        timeout: float = 1800.0,
    ):
        """Check the checkpoint and start the ranks; tp_size 1 runs in this process.

        dtype, cache_bytes: see ModelRunner. ctx, plugin, timeout: see RankProcesses. ranks: those
        to use, where they run already, as under torchrun. Raises ValueError or FileNotFoundError
        for a checkpoint that cannot be used, or not with this tp_size.
        """
        dtype = None if dtype is None else str(dtype).removeprefix("torch.")
        self.config = Qwen3Config.read(directory)
        find_dtype(dtype or self.config.dtype)
        self.tokenizer = read_tokenizer(directory)
        check_model(self.config, directory, tp_size)
        if ranks is None and tp_size == 1:
            alone = HandGroup(0, 1)
            ranks = RankZero(ModelRunner(directory, alone, dtype, cache_bytes), alone)
        elif ranks is None:
            args = (str(directory), dtype, cache_bytes)
            ranks = RankProcesses(make_runner, tp_size, ctx, args, None, plugin, timeout)
        self.ranks = ranks
        self.capacity = self.ranks.call("get_capacity")

    def generate(
        self, prompts: Sequence[Prompt], params: SamplingParams | None = None
    ) -> list[Completion]:
        """Complete each prompt, a text or a list of token ids; results in the same order.

        Raises ValueError for a prompt that is empty, too long, or has an id outside the vocabulary.
        """
        params = params or SamplingParams()
        outputs = self.ranks.call("generate", self.check(prompts, params), params)
        return [Completion(self.decode(token_ids), token_ids) for token_ids in outputs]

    def stream(self, prompt: Prompt, params: SamplingParams | None = None) -> Iterator[str]:
        """Complete one prompt, yielding pieces of text as they are made. Errors as in generate."""
        params = params or SamplingParams()
        prompt_ids = self.check([prompt], params)
        text = TextStream(self.decode)
        for [(_, token)] in self.ranks.stream("stream", prompt_ids, params):
            if piece := text.push(token):
                yield piece
        if piece := text.flush():
            yield piece

    def check(self, prompts: Sequence[Prompt], params: SamplingParams) -> list[list[int]]:
        """The prompts as ids; ValueError for one that cannot be answered."""
        prompt_ids = encode(prompts, self.tokenizer)
        check_prompts(prompt_ids, params, self.config, self.capacity)
        return prompt_ids

    def decode(self, token_ids: list[int]) -> str:
        """The text of these tokens, without special ones such as end-of-text."""
        return "" if self.tokenizer is None else self.tokenizer.decode(token_ids)

    def close(self) -> None:
        """End the ranks. May be called again."""
        self.ranks.close()

    def __enter__(self) -> "LLM":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


if __name__ == "__main__":
    from .cli import main

    sys.exit(main())
