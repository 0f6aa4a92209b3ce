"""The whole run of chapter 11: tokens, logits, collectives and memory of an assembled submission.

First on the referee, then on real gloo processes, then as a user would run it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import UsageError
from ..i18n import _
from ..records import Case, Finding, GroupRun, Inputs, RankRun, Verdict
from . import qwen3_shards
from .ch11_sums import faked
from .oracle import Answers, answers
from .qwen3_numpy import Sizes
from .wording import tokens

TINY = Path(__file__).resolve().parents[2] / "models" / "tiny-qwen3"
MARGIN = 0.01  # a top-2 gap below this is a tie: either token is right
LOGITS = 1e-4  # largest absolute error of float32 logits


def for_model(directory: Path) -> tuple[Case, ...]:
    """The whole run on another checkpoint. UsageError where its config.json is not a model's."""
    try:
        Sizes.read(directory)
    except FileNotFoundError:
        why = _("there is no config.json in it")
    except (OSError, ValueError, TypeError, AttributeError):
        why = _("its config.json does not have the sizes of a Qwen3 model")
    else:
        return _cases(directory)
    raise UsageError(f"--model {directory}: {why}.")


def files_of(directory: Path) -> tuple[Path, ...]:
    """A checkpoint's files, without the answers that may lie beside it."""
    return tuple(p for p in sorted(directory.iterdir()) if not p.name.startswith("oracle"))


def _cases(directory: Path) -> tuple[Case, ...]:
    make = _inputs(directory)
    reads = files_of(directory)
    return (
        Case("full-run", "ch11.7", "the full run", "full_run", make, _check, bare=True, fresh=True,
             reads=reads),
        Case("full-run-gloo", "ch11.7", "the full run on real gloo processes", "real_run", make,
             _check_tokens, (2, 4), real=True, fresh=True, reads=reads),
        Case("engine", "ch11.7", "LLM.generate, which starts its own ranks", "llm", make,
             _check_engine, (2, 4), real=True, fresh=True, reads=reads),
    )  # fmt: skip


def _inputs(directory: Path) -> Callable[[np.random.Generator, int], Inputs]:
    def make(_: np.random.Generator, tp: int) -> Inputs:
        known = answers(directory)
        params = {
            "model": str(directory),
            "prompts": [list(prompt) for prompt in known.prompts],
            "max_tokens": known.tokens.shape[1],
            "nothing": [],
        }
        return Inputs(params, secret={"answers": known, "sizes": Sizes.read(directory)})

    return make


def _check(inputs: Inputs, run: GroupRun) -> Finding | None:
    """All of it, the most telling first: shapes, memory, collectives, logits, tokens."""
    sizes: Sizes = inputs.secret["sizes"]
    tokens = _check_tokens(inputs, run)
    tie = tokens if tokens is not None and tokens.verdict is Verdict.TIE else None
    return (
        _first(run, lambda rank: _shapes(sizes, run.tp, rank))
        or _first(run, lambda rank: _memory(sizes, run.tp, rank))
        or _first(run, lambda rank: _cache(sizes, run.tp, inputs, rank))
        or _logits(inputs, run)
        or (None if tie else tokens)
        or _first(run, lambda rank: _collectives(sizes, run.tp, rank))
        or faked(inputs, run)
        or tie
    )


def _first(run: GroupRun, check: Callable[[RankRun], Finding | None]) -> Finding | None:
    return next(filter(None, map(check, run.ranks)), None)


def _wrong(rank: RankRun, message: str, expected: Any, actual: Any) -> Finding:
    return Finding(Verdict.WRONG_ANSWER, message, str(expected), str(actual), rank.rank)


def _shapes(sizes: Sizes, tp: int, rank: RankRun) -> Finding | None:
    held = {str(name): tuple(info[0]) for name, info in rank.values["parameters"].items()}
    wanted = qwen3_shards.parameter_shapes(sizes, tp)
    for name in sorted(wanted.keys() | held.keys()):
        if held.get(name) != wanted.get(name):
            return _wrong(
                rank,
                _("Rank {rank} holds another {name}.").format(rank=rank.rank, name=name),
                wanted.get(name, "no such parameter"),
                held.get(name, "no such parameter"),
            )
    return None


def _memory(sizes: Sizes, tp: int, rank: RankRun) -> Finding | None:
    wanted, held = 4 * qwen3_shards.num_parameters(sizes, tp), rank.values["storage"]
    if held <= wanted:
        return None
    return Finding(
        Verdict.CONTRACT_VIOLATION,
        _(
            "The parameters of rank {rank} keep more memory alive than they show: a "
            "shard is a view of the whole tensor, or a tied table is held twice."
        ).format(rank=rank.rank),
        _("{wanted} bytes").format(wanted=wanted),
        _("{held} bytes").format(held=held),
        rank.rank,
    )


def _cache(sizes: Sizes, tp: int, inputs: Inputs, rank: RankRun) -> Finding | None:
    prompts = inputs.params["prompts"]
    longest = max(map(len, prompts)) + inputs.params["max_tokens"]
    wanted = list(qwen3_shards.cache_shape(sizes, tp, len(prompts), longest))
    shape, _dtype, storage = rank.values["cache"]
    if shape != wanted:
        what = _("The KV cache of rank {rank} holds other heads than its own.").format(
            rank=rank.rank
        )
        return _wrong(rank, what, wanted, shape)
    num_bytes = 4 * int(np.prod(wanted))
    if storage > num_bytes:
        return _wrong(
            rank,
            _("The KV cache of rank {rank} is a view.").format(rank=rank.rank),
            num_bytes,
            storage,
        )
    return None


def logits_error(inputs: Inputs, run: GroupRun) -> float:
    """The largest absolute error of rank 0's logits, over the steps before the tokens part."""
    known: Answers = inputs.secret["answers"]
    got = run.ranks[0].arrays["logits"].numpy()
    if got.shape != known.logits.shape:
        return float("inf")
    same = _agreed(known, run.ranks[0].values["tokens"])
    errors = np.abs(got - known.logits).max(axis=-1)  # (S, B)
    return float(np.where(np.isfinite(errors), errors, np.inf)[same.T].max(initial=0.0))


def _agreed(known: Answers, tokens: Sequence[Sequence[int]]) -> np.ndarray:
    """(B, S) where the input of a step is the oracle's: every earlier token is the same."""
    same = np.array([list(row) for row in tokens]) == known.tokens
    before = np.concatenate([np.ones((len(same), 1), bool), same[:, :-1]], axis=1)
    return np.logical_and.accumulate(before, axis=1)


def _logits(inputs: Inputs, run: GroupRun) -> Finding | None:
    known: Answers = inputs.secret["answers"]
    rank = run.ranks[0]
    if "logits" not in rank.arrays:
        return _wrong(
            rank,
            _("Rank 0 has no logits."),
            _("shape {value}").format(value=known.logits.shape[1:]),
            "None",
        )
    if extra := [r.rank for r in run.ranks[1:] if "logits" in r.arrays]:
        return _wrong(
            run.ranks[extra[0]],
            _("Rank {value} has logits.").format(value=extra[0]),
            "None",
            "a tensor",
        )
    if not _is_grid(known, rank.values["tokens"]):
        return _check_tokens(inputs, run)
    error = logits_error(inputs, run)
    if error <= LOGITS:
        return None
    what = _("The logits differ from Hugging Face's by {error:.2g} at most, in float32.").format(
        error=error
    )
    return _wrong(rank, what, _("at most {LOGITS:.0e}").format(LOGITS=LOGITS), f"{error:.2g}")


def _is_grid(known: Answers, tokens: Any) -> bool:
    return [len(row) for row in tokens] == [known.tokens.shape[1]] * len(known.tokens)


def _check_tokens(inputs: Inputs, run: GroupRun) -> Finding | None:
    """Every rank's tokens are Hugging Face's wherever the margin is real."""
    known: Answers = inputs.secret["answers"]
    return _first(run, lambda rank: _tokens(known, rank))


def _tokens(known: Answers, rank: RankRun) -> Finding | None:
    tie = None
    got = rank.values["tokens"]
    if not _is_grid(known, got):
        lengths = [len(row) for row in got]
        return _wrong(rank, _("The number of tokens is wrong."), known.tokens.shape, lengths)
    for number, (row, wanted) in enumerate(zip(got, known.tokens.tolist(), strict=True)):
        step = next(
            (i for i, pair in enumerate(zip(row, wanted, strict=True)) if pair[0] != pair[1]), None
        )
        if step is None:
            continue
        gap = float(known.gaps[number, step])
        where = f"prompt {number} ({tokens(len(known.prompts[number]))}), new token {step}"
        if gap > MARGIN:
            message = _(
                "Other tokens than Hugging Face's on rank {rank}: {where}, margin {gap:.2g}."
            ).format(rank=rank.rank, where=where, gap=gap)
            return _wrong(rank, message, wanted[: step + 3], row[: step + 3])
        note = _(
            "{where}: the two best tokens are {gap:.2g} apart, below the bound {MARGIN}."
        ).format(where=where, gap=gap, MARGIN=MARGIN)
        tie = Finding(Verdict.TIE, note, str(wanted[step]), str(row[step]), rank.rank)
    return tie


def _check_engine(inputs: Inputs, run: GroupRun) -> Finding | None:
    known: Answers = inputs.secret["answers"]
    rank = run.ranks[0]
    if left := rank.values["left"]:
        what = _("LLM.close leaves processes behind.")
        return Finding(Verdict.CONTRACT_VIOLATION, what, "0 processes", f"{left}", 0)
    return _tokens(known, rank)


def forward_counts(rank: RankRun) -> Counter[str]:
    """The collectives of the one forward between two barriers."""
    ops = [call.op for call in rank.collectives]
    marks = [i for i, op in enumerate(ops) if op == "barrier"][-2:]
    return Counter(ops[marks[0] + 1 : marks[1]]) if len(marks) == 2 else Counter()


def _collectives(sizes: Sizes, tp: int, rank: RankRun) -> Finding | None:
    counted = forward_counts(rank)
    reduces = 2 * sizes.num_hidden_layers + 1 if tp > 1 else 0
    exchanges = counted["gather"] + counted["all_gather"]
    if (counted["all_reduce"], exchanges) == (reduces, int(tp > 1)):
        return None
    return Finding(
        Verdict.CONTRACT_VIOLATION,
        _("One forward of rank {rank} makes other collectives than it needs.").format(
            rank=rank.rank
        ),
        _("{reduces} all_reduce, {value} gather or all_gather").format(
            reduces=reduces, value=int(tp > 1)
        ),
        ", ".join(f"{n} {op}" for op, n in sorted(counted.items())) or "none",
        rank.rank,
        still_right=_("tokens and logits"),
    )


RUN_CASES = _cases(TINY)
