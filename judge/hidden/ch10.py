"""Chapter 10: where tensors belong, what is missing, uncut tensors.

The files of a checkpoint are in `ch10_files`, filling a whole model is in `ch10_load`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..compare import word
from ..i18n import _
from ..provenance import labelled
from ..records import Finding, GroupRun, Inputs, Verdict
from ..telling import Telling, told_by
from ..wire import described
from .ch10_files import FILE_CASES, alone
from .ch10_load import LOAD_CASES
from .ch10_model import PACKED, SMALL, SMALL_PACKED, TIED, layout, shapes, sizes_for, small_layout
from .ch10_words import refused
from .common import Expected, came_to, outputs, refusal_finding

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]


# 10.2: targets


def _small_model(rng: Rng, tp: int) -> Inputs:
    answer = {name: [name, []] for name in SMALL if name.split(".")[0] not in SMALL_PACKED}
    for part, (merged, shard_id) in SMALL_PACKED.items():
        answer |= {
            f"{part}.{kind}": [f"{merged}.{kind}", [shard_id]] for kind in ("weight", "bias")
        }
    return _model(small_layout(0, 1), SMALL_PACKED, {}, answer)


def _model(
    found: Mapping[str, Any],
    packed: Mapping[str, Any],
    tied: Mapping[str, str],
    answer: Mapping[str, Any],
) -> Inputs:
    return Inputs({"layouts": [found], "packed": packed, "tied": tied}, {}, {"answer": answer})


def _qwen3(rng: Rng, tp: int) -> Inputs:
    """With a tied head."""
    sizes = sizes_for(2, True)
    answer = {}
    for name in shapes(sizes):
        module = name.split(".")[-2]
        merged, *shard_id = PACKED.get(module, [module])
        answer[name] = [name.replace(module, merged), shard_id]
    return _model(layout(sizes, 1, 2), PACKED, TIED, answer)


def _alike(rng: Rng, tp: int) -> Inputs:
    """Modules whose names contain a merged module's, or a part's, and are neither."""
    entry = {"shape": [4, 3], "loader": False, "parts": []}
    plain = ["x.gate_up_norm.weight", "x.my_gate_up.weight", "gate.upper.weight", "up.weight"]
    merged = {"x.3.gate_up.weight": entry, "x.3.gate_up.inner.bias": entry}
    answer: dict[str, Any] = {name: [name, []] for name in plain}
    for part, (_merged, shard_id) in SMALL_PACKED.items():
        for name in merged:
            answer[name.replace("gate_up", part)] = [name, [shard_id]]
    return _model({**dict.fromkeys(plain, entry), **merged}, SMALL_PACKED, {}, answer)


def _targets_right(inputs: Inputs, run: GroupRun) -> Finding | None:
    """The first tensor that goes to another place than it should, or is too many."""
    wanted, got = inputs.secret["answer"], run.ranks[0].values["targets"]
    if "described" in got:
        return Finding(
            Verdict.WRONG_ANSWER, _("checkpoint_targets returns no dict."), "a dict", word(got)
        )
    for name in [*wanted, *(name for name in got if name not in wanted)]:
        if got.get(name) != wanted.get(name):
            return Finding(
                Verdict.WRONG_ANSWER,
                _("The target of {name} is wrong.").format(name=name),
                _place(wanted.get(name)),
                _place(got.get(name)),
            )
    return None


def _place(target: Any) -> str:
    """ "(attn.qkv_proj.bias, ('k',))" """
    if not isinstance(target, list):
        return "no such name among the targets" if target is None else word(target)
    return f"({target[0]}, {tuple(target[1])})"


# 10.3: names


def _found(*changes: tuple[str, ...], tied: bool = False) -> Make:
    """For each entry the names of the small model, without `-name` and with `+name`."""

    def make(rng: Rng, tp: int) -> Inputs:
        sets, told = [], []
        for change in changes:
            gone, more = ([c[1:] for c in change if c[0] == sign] for sign in "-+")
            sets.append([name for name in SMALL if name not in gone] + more)
            told.append(f"without {' and '.join(gone)}" if gone else "")
            told[-1] += f"{' and ' if gone and more else ''}with {' and '.join(more)}" * bool(more)
        tie = {"head.weight": "embed.weight"} if tied else {}
        params = {"layouts": [small_layout(0, 1)], "packed": SMALL_PACKED, "tied": tie}
        return Inputs({**params, "found": sets}, {}, {"changes": changes, "told": told})

    return make


def _names_accepted(inputs: Inputs, run: GroupRun) -> Finding | None:
    outcomes = run.ranks[0].values["outcomes"]
    for told, said in zip(inputs.secret["told"], outcomes, strict=True):
        if said.get("raises") is not None:
            what = (
                _("A checkpoint {told} is complete.").format(told=told)
                if told
                else _("This checkpoint is complete.")
            )
            return Finding(Verdict.WRONG_ANSWER, what, _("no error"), came_to(said))
    return None


def _names_refused(inputs: Inputs, run: GroupRun) -> Finding | None:
    outcomes = run.ranks[0].values["outcomes"]
    secret = zip(inputs.secret["told"], inputs.secret["changes"], outcomes, strict=True)
    for told, change, said in secret:
        texts = [name[1:] for name in change]
        finding = refused(_("A checkpoint {told} must be refused.").format(told=told), said, texts)
        if finding is not None:
            return finding
    return None


# 10.4: uncut tensors


def _uncut(rng: Rng, tp: int) -> Inputs:
    dims = [int(n) for n in rng.integers(2, 5, int(rng.integers(1, 3)))]
    return Inputs({"param_dtype": "bfloat16"}, {"W": labelled(int(rng.integers(1, 90)), *dims)})


def _uncut_expected(inputs: Inputs, tp: int) -> list[Expected]:
    value = inputs.arrays["W"]
    return [{
        "param": value, "the memory of the parameter": described("the same as before loading"),
        "param after the checkpoint is gone": value,
    }]  # fmt: skip


_UNCUT = outputs(_uncut_expected, show=("W",))


def _uncut_typed(inputs: Inputs, run: GroupRun) -> Finding | None:
    """The dtype is the parameter's: the check is told of it by the name that `outputs` knows."""
    return _UNCUT(Inputs({"dtype": inputs.params["param_dtype"]}, inputs.arrays), run)


_uncut_right = Telling(_uncut_typed, told_by(_UNCUT))


def _norm_example(rng: Rng, tp: int) -> Inputs:
    return Inputs({"param_dtype": "float32"}, {"W": np.array([1, 2, 3], np.float32)})


def _other_shapes(rng: Rng, tp: int) -> Inputs:
    """Also those that broadcasting would hide."""
    n = int(rng.integers(3, 7))
    pairs = [[[1], [n]], [[n + 1], [n]], [[2 * n], [n]], [[1, n], [2, n]], [[n, 2], [2, n]]]
    return Inputs({"shapes": [*pairs, [[n], [2, n]], [[2, 1], [2, n]]]})


def _shapes_refused(inputs: Inputs, run: GroupRun) -> Finding | None:
    outcomes = run.ranks[0].values["outcomes"]
    for (shape, right), said in zip(inputs.params["shapes"], outcomes, strict=True):
        what = _("a tensor of shape {shape} for a parameter of shape {right}").format(
            shape=shape, right=right
        )
        texts = [", ".join(map(str, dims)) for dims in (shape, right)]
        finding = refusal_finding(
            _("Loading {what} must be refused.").format(what=what), what, texts, said
        )
        if finding is not None:
            return finding
    return None


# cases


CASES = (
    *FILE_CASES,
    alone("targets-example", "2", "gate and up in one parameter", "targets", _small_model,
          _targets_right, True),
    alone("targets", "2", "a Qwen3 model with a tied head", "targets", _qwen3, _targets_right),
    alone("targets-alike", "2", "modules with similar names", "targets", _alike, _targets_right),
    alone("names-example", "3", "norm.weight is missing", "names", _found(("-norm.weight",)),
          _names_refused, True),
    alone("names-tied", "3", "a tied head, there or not", "names",
          _found((), ("-head.weight",), tied=True), _names_accepted),
    alone("names-refused", "3", "missing tensors, unexpected ones, both", "names",
          _found(("-up.bias",), ("-embed.weight", "-gate.weight"), ("-head.weight",),
                 ("+gate_up.weight",), ("+extra.scale", "+norm.bias"),
                 ("-down.weight", "+down_proj.weight")), _names_refused),
    alone("names-tied-refused", "3", "a tied head in the place of the embedding", "names",
          _found(("-embed.weight",), ("+head.bias",), tied=True), _names_refused),
    alone("whole-example", "4", "a norm's weight", "whole", _norm_example, _uncut_right, True),
    alone("whole", "4", "into a bfloat16 parameter", "whole", _uncut, _uncut_right),
    alone("whole-shapes", "4", "tensors of other shapes", "whole_refused", _other_shapes,
          _shapes_refused),
    *LOAD_CASES,
)  # fmt: skip
