"""Chapter 11, piece by piece: the model's modules on random weights, then the loop on tiny-qwen3.

The whole run, on the referee and on real processes, is in `ch11_run`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from ..records import Case, Check, Finding, GroupRun, Inputs, Verdict
from . import qwen3_numpy, qwen3_shards
from .ch11_run import RUN_CASES, TINY, for_model
from .ch11_tables import tables
from .common import Expected, integers, outputs
from .oracle import answers
from .qwen3_numpy import Sizes

__all__ = ["CASES", "for_model", "tables"]

Rng = np.random.Generator

_TOLERANCE = 2e-5  # relative L2 against float64; float32 arithmetic of these sizes stays below 1e-6
_LENGTHS = [3, 5]  # of the sequences of a batch


def _sizes(rng: Rng, tied: bool = False) -> Sizes:
    """Small, no two sizes equal, head_dim * heads is not hidden, an odd vocabulary."""
    return Sizes(
        vocab_size=int(rng.choice([13, 17, 19])),
        hidden_size=10,
        intermediate_size=12,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=6,
        tie_word_embeddings=tied,
    )


def _inputs(
    sizes: Sizes,
    held: Callable[[int], Mapping[str, np.ndarray]],
    tp: int,
    arrays: Mapping[str, np.ndarray],
    secret: Mapping[str, Any],
    **params: Any,
) -> Inputs:
    """What all ranks get: the configuration, every rank's parameters, the case's own arrays."""
    ranks = {
        f"rank {rank} {name}": values.astype(np.float32)
        for rank in range(tp)
        for name, values in held(rank).items()
    }
    return Inputs({"config": asdict(sizes), **params}, {**ranks, **arrays}, secret)


def _expected(inputs: Inputs, tp: int) -> Sequence[Expected]:
    """Every rank must have what the case keeps secret."""
    return [inputs.secret["expected"]] * tp


def _all_reduces(count: int) -> Callable[[Inputs, int], Mapping[str, int]]:
    return lambda _inputs, tp: {"all_reduce": count if tp > 1 else 0}


# 11.1: the MLP


def _mlp_inputs(rng: Rng, tp: int) -> Inputs:
    sizes = _sizes(rng)
    part = qwen3_numpy.layer_weights(qwen3_numpy.random_weights(sizes, rng), 0)

    def held(rank: int) -> Mapping[str, np.ndarray]:
        gate, up = (np.split(part[f"mlp.{name}_proj.weight"], tp)[rank] for name in ("gate", "up"))
        down = np.split(part["mlp.down_proj.weight"], tp, axis=1)[rank]
        return {"gate_up_proj.weight": np.concatenate([gate, up]), "down_proj.weight": down}

    x = rng.standard_normal((5, sizes.hidden_size)).astype(np.float32)
    y = qwen3_numpy.mlp(part, x.astype(np.float64)).astype(np.float32)
    return _inputs(sizes, held, tp, {"x": x}, {"expected": {"y": y}})


def _refusal_inputs(rng: Rng, tp: int) -> Inputs:
    wide = tp * int(rng.integers(3, 9)) + 1
    config = {**asdict(_sizes(rng)), "intermediate_size": wide}
    return Inputs({"config": config})


def _refused(inputs: Inputs, run: GroupRun) -> Finding | None:
    said = run.ranks[0].values.get("outcome", {})
    wide = inputs.params["config"]["intermediate_size"]
    message = str(said.get("message", ""))
    if said.get("raises") == "ValueError" and str(wide) in message and str(run.tp) in message:
        return None
    return Finding(
        Verdict.WRONG_ANSWER,
        f"An intermediate size of {wide} cannot be cut for {run.tp} ranks.",
        expected="ValueError that prints both numbers",
        actual=f"{said['raises']}: {message}" if "raises" in said else "an MLP",
    )


# 11.2 to 11.4: layer, model, logits


def _layer_inputs(rng: Rng, tp: int) -> Inputs:
    sizes = _sizes(rng)
    part = qwen3_numpy.layer_weights(qwen3_numpy.random_weights(sizes, rng), 0)
    x = rng.standard_normal((sum(_LENGTHS), sizes.hidden_size)).astype(np.float32)
    parts = np.split(x.astype(np.float64), np.cumsum(_LENGTHS)[:-1])
    y = np.concatenate([qwen3_numpy.decoder_layer(sizes, part, one) for one in parts])
    return _inputs(
        sizes,
        lambda rank: qwen3_shards.layer_parameters(sizes, part, rank, tp),
        tp,
        {"x": x},
        {"expected": {"y": y.astype(np.float32)}},
        lengths=_LENGTHS,
    )


def _prompts(sizes: Sizes, rng: Rng, extra: int = 0) -> list[list[int]]:
    """Random ids; the first is of the last rank's part of the vocabulary."""
    prompts = [rng.integers(0, sizes.vocab_size, n + extra).tolist() for n in _LENGTHS]
    prompts[0][0] = sizes.vocab_size - 1
    return prompts


def _flat(prompts: Sequence[Sequence[int]]) -> np.ndarray:
    return np.concatenate([np.asarray(prompt, np.int64) for prompt in prompts])


def _model_inputs(rng: Rng, tp: int) -> Inputs:
    sizes = _sizes(rng, tied=True)
    weights = qwen3_numpy.random_weights(sizes, rng)
    longer = _prompts(sizes, rng, extra=1)
    states = [qwen3_numpy.hidden_states(sizes, weights, ids).astype(np.float32) for ids in longer]

    def held(rank: int) -> Mapping[str, np.ndarray]:
        named = qwen3_shards.parameters(sizes, weights, rank, tp).items()
        return {name.removeprefix("model."): values for name, values in named}

    expected = {
        "prompts": np.concatenate([state[:-1] for state in states]),
        "next tokens": np.stack([state[-1] for state in states]),
    }
    ids = {"ids": _flat([p[:-1] for p in longer]), "next": _flat([p[-1:] for p in longer])}
    return _inputs(sizes, held, tp, ids, {"expected": expected}, lengths=_LENGTHS)


def _lm_inputs(method: str, tied: bool) -> Callable[[Rng, int], Inputs]:
    def make(rng: Rng, tp: int) -> Inputs:
        sizes = _sizes(rng, tied)
        weights = qwen3_numpy.random_weights(sizes, rng)
        prompts = _prompts(sizes, rng)
        logits = qwen3_numpy.last_logits(sizes, weights, prompts)
        return _inputs(
            sizes,
            lambda rank: qwen3_shards.parameters(sizes, weights, rank, tp),
            tp,
            {"ids": _flat(prompts)},
            {"logits": logits.astype(np.float32), "ids": logits.argmax(-1)},
            lengths=_LENGTHS,
            method=method,
        )

    return make


def _logits_on_rank_0(inputs: Inputs, tp: int) -> Sequence[Expected]:
    return [{"out": inputs.secret["logits"]}, *[{"out": None}] * (tp - 1)]


def _ids_on_every_rank(inputs: Inputs, tp: int) -> Sequence[Expected]:
    return [{"out": inputs.secret["ids"]}] * tp


def _one_exchange(_: Inputs, run: GroupRun) -> Finding | None:
    """2 * layers + 1 all-reduces, and one gather or all-gather."""
    for rank in run.ranks:
        counted = Counter(call.op for call in rank.collectives)
        reduces, exchanges = counted["all_reduce"], counted["gather"] + counted["all_gather"]
        if run.tp > 1 and (reduces, exchanges) != (2 * 2 + 1, 1):
            return Finding(
                Verdict.CONTRACT_VIOLATION,
                f"rank {rank.rank} made other collectives than a forward of 2 layers needs.",
                expected="5 all_reduce, 1 gather or all_gather",
                actual=", ".join(f"{n} {op}" for op, n in sorted(counted.items())) or "none",
                rank=rank.rank,
                still_right="the values",
            )
    return None


def both(*checks: Check) -> Check:
    """The first finding of several checks."""
    return lambda inputs, run: next(filter(None, (check(inputs, run) for check in checks)), None)


# 11.5: sampling


def _sample_inputs(temperature: float, top_p: float) -> Callable[[Rng, int], Inputs]:
    def make(rng: Rng, _: int) -> Inputs:
        logits = rng.permutation(np.log([0.5, 0.25, 0.15, 0.07, 0.03])).astype(np.float32)
        options = {"temperature": temperature, "top_p": top_p}
        params = {"options": options, "count": 600, "seed": int(rng.integers(1 << 30))}
        return Inputs(params, {"logits": logits})

    return make


def probabilities(logits: np.ndarray, temperature: float, top_p: float) -> np.ndarray:
    """What a draw must follow: softmax at this temperature, cut to the smallest set above top_p."""
    scaled = logits.astype(np.float64) / temperature
    probs = np.exp(scaled - scaled.max())
    probs /= probs.sum()
    order = np.argsort(-probs, kind="stable")
    before = np.cumsum(probs[order]) - probs[order]
    probs[order[before >= top_p]] = 0
    return probs / probs.sum()


def _sample_check(inputs: Inputs, run: GroupRun) -> Finding | None:
    draws, again = run.ranks[0].values["draws"], run.ranks[0].values["again"]
    options = inputs.params["options"]
    probs = probabilities(inputs.arrays["logits"], **options)
    what = f"Draws at temperature {options['temperature']}, top_p {options['top_p']}"
    if not all(type(draw) is int and 0 <= draw < len(probs) for draw in draws):
        kinds = sorted({type(draw).__name__ for draw in draws})
        return Finding(Verdict.WRONG_ANSWER, f"{what} are no token ids.", "int", ", ".join(kinds))
    if draws[:5] != again:
        same = "The same seed must give the same tokens."
        return Finding(Verdict.WRONG_ANSWER, same, str(draws[:5]), str(again))
    counted = np.bincount(draws, minlength=len(probs)) / len(draws)
    sigma = np.sqrt(probs * (1 - probs) / len(draws))
    if (np.abs(counted - probs) <= 5 * sigma + 1e-9).all():
        return None
    return Finding(
        Verdict.WRONG_ANSWER,
        f"{what} do not follow the model's probabilities: shares of {len(draws)} draws.",
        expected=np.array2string(probs, precision=2, suppress_small=True),
        actual=np.array2string(counted, precision=2, suppress_small=True),
    )


def _lockstep_inputs(rng: Rng, _: int) -> Inputs:
    return Inputs(arrays={"logits": 0.2 * integers(rng, 4, 9)})


def _same_ids(inputs: Inputs, run: GroupRun) -> Finding | None:
    wanted = run.ranks[0].arrays.get("ids")
    if wanted is None or wanted.dtype != "int64" or wanted.shape != (len(inputs.arrays["logits"]),):
        return Finding(
            Verdict.WRONG_ANSWER,
            "sample_in_lockstep returns one id for each sequence.",
            expected="int64 of shape [4]",
            actual="no tensor" if wanted is None else f"{wanted.dtype} of shape {wanted.shape}",
        )
    for rank in run.ranks[1:]:
        got = rank.arrays.get("ids")
        if got != wanted:
            return Finding(
                Verdict.WRONG_ANSWER,
                f"Rank {rank.rank} goes on with other tokens than rank 0.",
                expected=str(wanted.numpy().tolist()),
                actual="None" if got is None else str(got.numpy().tolist()),
                rank=rank.rank,
                still_right="rank 0",
            )
    return None


# 11.6 and 11.7: the loop, on the small trained model


def _tiny_prompts() -> tuple[list[list[int]], np.ndarray]:
    """Three of tiny-qwen3's prompts, of unequal lengths, and their greedy tokens."""
    known = answers(TINY)
    chosen = [0, 2, 8]
    return [list(known.prompts[i]) for i in chosen], known.tokens[chosen]


def _step_inputs(temperature: float) -> Callable[[Rng, int], Inputs]:
    def make(rng: Rng, _: int) -> Inputs:
        prompts, tokens = _tiny_prompts()
        params = {"model": str(TINY), "prompts": prompts, "options": {"temperature": temperature}}
        return Inputs(params, secret={"tokens": tokens, "lengths": [len(p) for p in prompts]})

    return make


def _step_expected(inputs: Inputs, tp: int) -> Sequence[Expected]:
    tokens, lengths = inputs.secret["tokens"], inputs.secret["lengths"]
    wanted = {
        "first": tokens[:, 0].tolist(),
        "cached after the first": lengths,
        "second": tokens[:, 1].tolist(),
        "lengths": [n + 2 for n in lengths],
    }
    return [wanted] * tp


def _step_in_lockstep(_: Inputs, run: GroupRun) -> Finding | None:
    wanted = run.ranks[0].values
    for rank in run.ranks[1:]:
        if rank.values != wanted:
            return Finding(
                Verdict.WRONG_ANSWER,
                f"At temperature 1, rank {rank.rank} goes on with other tokens than rank 0.",
                expected=str(wanted.get("first")),
                actual=str(rank.values.get("first")),
                rank=rank.rank,
            )
    return None


def _generate_inputs(**options: Any) -> Callable[[Rng, int], Inputs]:
    def make(_: Rng, __: int) -> Inputs:
        prompts, tokens = _tiny_prompts()
        params = {"model": str(TINY), "prompts": prompts, "options": options}
        return Inputs(params, secret={"tokens": tokens})

    return make


def _generate_check(inputs: Inputs, run: GroupRun) -> Finding | None:
    """The first prompt whose tokens are wrong, on the first rank where they are."""
    wanted = _generated(inputs)
    for rank in run.ranks:
        got = rank.values.get("tokens")
        if not isinstance(got, list) or len(got) != len(wanted):
            message = f"Rank {rank.rank} must return one list of tokens for each prompt."
            return Finding(
                Verdict.WRONG_ANSWER, message, f"{len(wanted)} lists", str(got), rank.rank
            )
        for number, (row, right) in enumerate(zip(got, wanted, strict=True)):
            if row != right:
                length = len(inputs.params["prompts"][number])
                message = (
                    f"Prompt {number} ({length} tokens) is continued wrongly on rank {rank.rank}."
                )
                return Finding(Verdict.WRONG_ANSWER, message, str(right), str(row), rank.rank)
    return None


def _generated(inputs: Inputs) -> list[list[int]]:
    options = inputs.params["options"]
    rows = [row[: options["max_tokens"]].tolist() for row in inputs.secret["tokens"]]
    if not options.get("ignore_eos"):
        rows = [row[: row.index(_EOS) + 1] if _EOS in row else row for row in rows]
    return rows


_EOS = 508  # of tiny-qwen3

_WITH_3 = (1, 2, 3, 4)

CASES = (
    Case("mlp", "ch11.1", "the MLP", "mlp", _mlp_inputs,
         outputs(_expected, tolerance=_TOLERANCE, counts=_all_reduces(1)), _WITH_3),
    Case("mlp-refusal", "ch11.1", "an MLP that does not divide", "mlp_refusal",
         _refusal_inputs, _refused, (2, 4)),
    Case("layer", "ch11.2", "a decoder layer, two sequences", "layer", _layer_inputs,
         outputs(_expected, tolerance=_TOLERANCE, counts=_all_reduces(2))),
    Case("hidden-states", "ch11.3", "the model: prompts, then one token each", "model",
         _model_inputs, outputs(_expected, tolerance=_TOLERANCE, counts=_all_reduces(10))),
    *(Case(f"logits-{name}", "ch11.4", f"logits, {name} head", "causal_lm",
           _lm_inputs("forward", name == "tied"),
           both(outputs(_logits_on_rank_0, tolerance=_TOLERANCE), _one_exchange))
      for name in ("tied", "untied")),
    Case("greedy", "ch11.4", "greedy tokens, tied head", "causal_lm", _lm_inputs("greedy", True),
         both(outputs(_ids_on_every_rank), _one_exchange)),
    Case("sample-plain", "ch11.5", "sampling at temperature 1", "sample",
         _sample_inputs(1.0, 1.0), _sample_check, (1,)),
    Case("sample-cold", "ch11.5", "sampling at temperature 0.5", "sample",
         _sample_inputs(0.5, 1.0), _sample_check, (1,)),
    Case("sample-top-p", "ch11.5", "sampling with top_p 0.7", "sample",
         _sample_inputs(1.0, 0.7), _sample_check, (1,)),
    Case("lockstep", "ch11.5", "sampling on ranks whose generators differ", "sample_in_lockstep",
         _lockstep_inputs, _same_ids, (2, 3, 4)),
    Case("step", "ch11.6", "two greedy steps of three sequences", "step",
         _step_inputs(0.0), outputs(_step_expected)),
    Case("step-sampled", "ch11.6", "two sampled steps", "step", _step_inputs(1.0),
         _step_in_lockstep, (2, 4)),
    Case("generate", "ch11.7", "unequal prompts, 16 tokens", "generate",
         _generate_inputs(max_tokens=16, ignore_eos=True), _generate_check),
    Case("generate-eos", "ch11.7", "stopping at end of text", "generate",
         _generate_inputs(max_tokens=16), _generate_check, (1, 2)),
    Case("generate-short", "ch11.7", "stopping after 3 tokens", "generate",
         _generate_inputs(max_tokens=3), _generate_check, (1, 2)),
    *RUN_CASES,
)  # fmt: skip
