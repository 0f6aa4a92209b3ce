"""One rank of the service: a batch that sequences join and leave between steps.

Chapter 11's runner answers the prompts of one call together, and nobody joins. Here the batch never
ends: each call of `advance` says who leaves and who joins, then runs one forward for all. The calls
come through chapter 9's lockstep, so that every rank has the same batch in the same order. The idea
is Orca's iteration-level scheduling. Left out: a shared prefix is computed again for each prompt.

Shapes: N new tokens of all sequences · B sequences · V vocab_size
"""

import signal
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from ..ch07_attention.attention import KVCache
from ..ch07_attention.batch import Batch
from ..ch11_qwen3.engine import CACHE_BYTES, ModelRunner, sample
from ..ch11_qwen3.sampling_params import SamplingParams
from ..ch11_qwen3.sequence import RunningSequence, make_generator
from ..tp_group import TPGroup


@dataclass(frozen=True)
class Job:
    """A prompt that joins the batch. slot: its place there, and its block of the KV cache."""

    slot: int
    prompt_ids: list[int]
    params: SamplingParams


@dataclass
class BatchSequence(RunningSequence):
    """A running sequence with sampling parameters of its own."""

    params: SamplingParams = SamplingParams()


def choose_in_lockstep(
    logits: Tensor | None,
    sequences: list[BatchSequence],
    group: TPGroup,
    device: torch.device | None = None,
) -> Tensor:
    """The next token of each sequence, (B,) int64 on the device, the same on every rank.

    logits (B, V) on rank 0, None elsewhere. Rank 0 chooses, row by row, as each sequence's own
    params say, and broadcasts the ids. At temperature 0 it takes the most likely id, the lowest on
    a tie. Else it samples with the sequence's own generator, one number a token, so that nobody
    else in the batch changes what a seed gives.
    """
    ids = torch.zeros(len(sequences), dtype=torch.int64, device=device)  # (B,)
    if logits is not None:
        for i, sequence in enumerate(sequences):
            if sequence.params.temperature == 0:
                ids[i] = logits[i].argmax()
            else:
                ids[i] = sample(logits[i], sequence.params, sequence.generator)
    return group.broadcast(ids)


class BatchRunner(ModelRunner):
    """One rank: its part of the model, and the batch as it is now.

    Attributes: running: {slot: sequence}; max_length: how many tokens a sequence may have, its
    prompt included. Every rank gets the same calls with the same arguments.
    """

    def __init__(
        self,
        directory: str | Path,
        group: TPGroup,
        dtype: str | None = None,
        cache_bytes: int = CACHE_BYTES,
        max_batch: int = 8,
    ):
        """Load this rank's part of the checkpoint, and allocate a cache block for each slot.

        max_batch: the number of slots. dtype, cache_bytes: see ModelRunner; the cache is shared out
        evenly. Raises ValueError, printing the numbers, when a block would hold no token.
        """
        super().__init__(directory, group, dtype, cache_bytes)
        self.max_length = min(self.capacity // max_batch, self.config.max_position_embeddings)
        if self.max_length < 1:
            raise ValueError(
                f"a KV cache of {self.capacity} tokens is too small for {max_batch} sequences"
            )
        shape = (max_batch, self.max_length)
        self.cache = KVCache(self.config, *shape, group, self.dtype, self.device)
        self.running: dict[int, BatchSequence] = {}

    def get_max_length(self) -> int:
        """How many tokens a sequence may have, its prompt included."""
        return self.max_length

    def update(self, left: list[int], joined: list[Job]) -> list[BatchSequence]:
        """Let sequences leave, then join; return the batch, in the order of its slots.

        left: slots whose sequences go. A job may take a slot that was left in the same call. Nobody
        may join an occupied slot. Who joins gets a generator, make_generator of the job's own seed,
        and a list of tokens of its own: the job's prompt_ids stay as they are.
        The order is by slot, on every rank, never by who came first.
        """
        for slot in left:
            del self.running[slot]
        for job in joined:
            assert job.slot not in self.running
            self.running[job.slot] = BatchSequence(
                index=job.slot,
                block=job.slot,
                tokens=list(job.prompt_ids),
                max_length=self.max_length,
                generator=make_generator(job.params.seed),
                params=job.params,
            )
        return [self.running[slot] for slot in sorted(self.running)]

    @torch.inference_mode()
    def advance(self, left: list[int], joined: list[Job]) -> dict[int, int]:
        """Update the batch, then run one forward for all of it. Returns {slot: next token}.

        A sequence that joins brings its whole prompt, the others the token of the step before.
        Whether a token was the last one is decided by who calls: the sequence goes on until it is
        told to leave. An empty batch runs no forward and returns {}.
        """
        sequences = self.update(left, joined)
        if not sequences:
            return {}
        ids = [token for sequence in sequences for token in sequence.new_tokens]
        ids = torch.tensor(ids, device=self.device)  # (N,)
        batch = Batch(
            blocks=tuple(sequence.block for sequence in sequences),
            starts=tuple(sequence.num_cached for sequence in sequences),
            lengths=tuple(len(sequence.new_tokens) for sequence in sequences),
        )
        if all(sequence.params.temperature == 0 for sequence in sequences):
            chosen = self.model.greedy(ids, batch, self.cache)  # (B,), no logits gathered
        else:
            logits = self.model(ids, batch, self.cache)  # (B, V) on rank 0
            chosen = choose_in_lockstep(logits, sequences, self.group, self.device)
        for sequence, token in zip(sequences, chosen.tolist(), strict=True):
            sequence.append(token)
        return {sequence.index: sequence.tokens[-1] for sequence in sequences}


def make_batch_runner(
    group: TPGroup, directory: str, dtype: str | None, cache_bytes: int, max_batch: int
) -> BatchRunner:
    """The runner of a process that holds one rank.

    It ignores SIGTERM, which a service manager sends to all processes: the driver ends the ranks,
    when what is in flight has finished.
    """
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return BatchRunner(directory, group, dtype, cache_bytes, max_batch)
