"""Chapter 11, the model's modules on random weights, against float64 numpy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from ..i18n import _
from ..records import Case, Check, Finding, GroupRun, Inputs, RankRun, Verdict
from ..telling import first_of
from . import qwen3_numpy, qwen3_shards
from .carried import carrying, results
from .common import Expected, apart, outputs
from .qwen3_numpy import Sizes

Rng = np.random.Generator

_TOLERANCE = 2e-5  # relative L2 against float64; float32 arithmetic of these sizes stays below 1e-6
_LENGTHS = [3, 5]  # of the sequences of a batch


def _sizes(rng: Rng, tied: bool = False, vocab: Sequence[int] = (13, 17, 19)) -> Sizes:
    """Small, no two sizes equal, head_dim * heads is not hidden, an odd vocabulary.

    The epsilon of the norms is large: a forward that has another of its own shows.
    """
    return Sizes(
        vocab_size=int(rng.choice(vocab)),
        hidden_size=10,
        intermediate_size=12,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=6,
        rms_norm_eps=0.01,
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
    """All ranks get the configuration and the case's arrays, each its own parameters."""
    ranks = {
        f"rank {rank} {name}": values.astype(np.float32)
        for rank in range(tp)
        for name, values in held(rank).items()
    }
    named = {**ranks, **arrays}
    config = {"config": asdict(sizes), **params}
    return Inputs(config, named, secret, own_arrays=apart(named, tp))


def _expected(inputs: Inputs, tp: int) -> Sequence[Expected]:
    """Every rank must have what the case keeps secret."""
    return [inputs.secret["expected"]] * tp


def _all_reduces(count: int) -> Callable[[Inputs, int], Mapping[str, int]]:
    return lambda _inputs, tp: {"all_reduce": count if tp > 1 else 0}


def _summed(sums: int, forwards: int = 1) -> Check:
    """What the case keeps secret, after so many sums of its size for each forward."""
    values = outputs(_expected, tolerance=_TOLERANCE, counts=_all_reduces(sums * forwards))
    return carrying(values, results(_expected, sums))


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
        _("An intermediate size of {wide} cannot be cut for {tp} ranks.").format(
            wide=wide, tp=run.tp
        ),
        expected=_("ValueError that prints {wide} and {tp}").format(wide=wide, tp=run.tp),
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
        "output for the prompts": np.concatenate([state[:-1] for state in states]),
        "output for the next tokens": np.stack([state[-1] for state in states]),
    }
    ids = {"ids": _flat([p[:-1] for p in longer]), "next": _flat([p[-1:] for p in longer])}
    return _inputs(sizes, held, tp, ids, {"expected": expected}, lengths=_LENGTHS)


def _lm_inputs(
    method: str, tied: tuple[int, ...], vocab: Sequence[int]
) -> Callable[[Rng, int], Inputs]:
    """On as many ranks as `tied` has the head is tied."""

    def make(rng: Rng, tp: int) -> Inputs:
        sizes = _sizes(rng, tp in tied, vocab)
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


def _one_exchange(inputs: Inputs, run: GroupRun) -> Finding | None:
    """2 * layers + 1 all-reduces, and one gather or all-gather."""
    for rank in run.ranks:
        counted = Counter(call.op for call in rank.collectives)
        reduces, exchanges = counted["all_reduce"], counted["gather"] + counted["all_gather"]
        if run.tp > 1 and (reduces, exchanges) != (2 * 2 + 1, 1):
            return Finding(
                Verdict.CONTRACT_VIOLATION,
                _("rank {rank} made other collectives than a forward of 2 layers needs.").format(
                    rank=rank.rank
                ),
                expected=_("5 all_reduce, 1 gather or all_gather"),
                actual=", ".join(f"{n} {op}" for op, n in sorted(counted.items())) or "none",
                rank=rank.rank,
                still_right=_("the values"),
            )
        if run.tp > 1 and (finding := _too_many_logits(inputs, run.tp, rank)):
            return finding
    return None


def _too_many_logits(inputs: Inputs, tp: int, rank: RankRun) -> Finding | None:
    """Only those of each sequence's last token are exchanged."""
    most = 4 * len(_LENGTHS) * -(-inputs.params["config"]["vocab_size"] // tp)
    sent = sum(c.num_bytes for c in rank.collectives if c.op in ("gather", "all_gather"))
    if sent <= most:
        return None
    return Finding(
        Verdict.CONTRACT_VIOLATION,
        _("rank {rank} sends more logits than those of the last token of each sequence.").format(
            rank=rank.rank
        ),
        expected=_("at most {value} bytes").format(value=most),
        actual=_("{value} bytes").format(value=sent),
        rank=rank.rank,
        still_right=_("the values"),
    )


def _small_exchange(inputs: Inputs, run: GroupRun) -> Finding | None:
    """The layers' all-reduces of hidden states; what the head adds is a few numbers, in any way."""
    hidden_bytes = 4 * sum(_LENGTHS) * inputs.params["config"]["hidden_size"]
    for rank in run.ranks if run.tp > 1 else ():
        states = [
            c for c in rank.collectives if (c.op, c.num_bytes) == ("all_reduce", hidden_bytes)
        ]
        others = sum(c.num_bytes for c in rank.collectives) - len(states) * hidden_bytes
        if len(states) != 5 or others > 64 * len(_LENGTHS):
            return Finding(
                Verdict.CONTRACT_VIOLATION,
                _("rank {rank} sends more than greedy tokens need.").format(rank=rank.rank),
                expected=_("5 all_reduce of hidden states, and at most {value} bytes").format(
                    value=64 * len(_LENGTHS)
                ),
                actual=_("{count} all_reduce of hidden states, and {others} bytes").format(
                    count=len(states), others=others
                ),
                rank=rank.rank,
                still_right=_("the values"),
            )
    return None


def _states(inputs: Inputs, tp: int) -> list[int]:
    return [sum(_LENGTHS) * inputs.params["config"]["hidden_size"]] * (2 * 2 + 1)


_EXCHANGE = carrying(_one_exchange, _states)
_WITH_3 = (1, 2, 3, 4)

MODEL_CASES = (
    Case("mlp", "ch11.1", "forward of the MLP", "mlp", _mlp_inputs,
         _summed(1), _WITH_3,
         visible=True),
    Case("mlp-refusal", "ch11.1", "an MLP that does not divide", "mlp_refusal",
         _refusal_inputs, _refused, (2, 4)),
    Case("layer", "ch11.2", "forward of a decoder layer, two sequences", "layer", _layer_inputs,
         _summed(2), visible=True),
    Case("hidden-states", "ch11.3", "forward of the model: prompts, then one token each", "model",
         _model_inputs, _summed(5, forwards=2),
         visible=True),
    Case("logits", "ch11.4", "forward, which gives logits", "causal_lm",
         _lm_inputs("forward", (1, 3, 4), (13, 17, 19)),
         first_of(outputs(_logits_on_rank_0, ("ids",), _TOLERANCE), _EXCHANGE)),
    Case("greedy", "ch11.4", "greedy tokens, tied head", "causal_lm",
         _lm_inputs("greedy", (1, 2, 4), (211, 223, 227)),
         first_of(outputs(_ids_on_every_rank, ("ids",)), _small_exchange), visible=True),
)  # fmt: skip
