"""The tables of a full run: what each tp gave, and how the model at hand is cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from ..i18n import _
from ..records import Case, GroupRun, Inputs
from . import ch11_run, qwen3_shards
from .oracle import Answers
from .qwen3_numpy import Sizes

Run = tuple[Case, int, Inputs, GroupRun]


def tables(runs: Sequence[Run]) -> list[str]:
    """One table of results, two of facts about the model; nothing where no full run returned."""
    full = {tp: (inputs, run) for case, tp, inputs, run in runs if _is_full(case, run)}
    if not full:
        return []
    inputs = next(iter(full.values()))[0]
    sizes: Sizes = inputs.secret["sizes"]
    return [_results(full, runs), _dimensions(sizes, list(full)), _weights(sizes, list(full))]


def _is_full(case: Case, run: GroupRun) -> bool:
    return case.drive == "full_run" and all(rank.status == "returned" for rank in run.ranks)


def _results(full: dict[int, tuple[Inputs, GroupRun]], runs: Sequence[Run]) -> str:
    rows = [["", *(f"tp={tp}" for tp in full)]]
    cells = {tp: _column(inputs, run) for tp, (inputs, run) in full.items()}
    for name in next(iter(cells.values())):
        rows.append([name, *(cells[tp][name] for tp in full)])
    rows.append(["real gloo", *(_gloo(tp, runs) for tp in full)])
    known: Answers = next(iter(full.values()))[0].secret["answers"]
    note = _("smallest margin {value:.2g}, bound {MARGIN}").format(
        value=known.gaps.min(), MARGIN=ch11_run.MARGIN
    )
    return "as Hugging Face: " + note + "\n" + layout(rows)


def _column(inputs: Inputs, run: GroupRun) -> dict[str, str]:
    known: Answers = inputs.secret["answers"]
    rank = run.ranks[0]
    tokens = rank.values["tokens"]
    right = sum(
        list(row) == wanted for row, wanted in zip(tokens, known.tokens.tolist(), strict=False)
    )
    counted: Counter[str] = ch11_run.forward_counts(rank)
    shapes = {name: tuple(info[0]) for name, info in rank.values["parameters"].items()}
    qkv = shapes.get("model.layers.0.self_attn.qkv_proj.weight", (0,))
    held = sum(int(np.prod(shape)) for shape in shapes.values())
    error = ch11_run.logits_error(inputs, run) if "logits" in rank.arrays else float("nan")
    return {
        "tokens": f"{right} of {len(known.prompts)}",
        "logits": f"{error:.1e}",
        "all-reduce": str(counted["all_reduce"]),
        "gather": str(counted["gather"] + counted["all_gather"]),
        "qkv_proj": _shape(qkv),
        "KV heads": str(rank.values["cache"][0][4]),
        "parameters": f"{held / 1e6:.2f} M",
    }


def _gloo(tp: int, runs: Sequence[Run]) -> str:
    for case, size, inputs, run in runs:
        if case.drive != "real_run" or size != tp:
            continue
        if any(rank.status != "returned" for rank in run.ranks):
            return "stopped"
        return "same" if case.check(inputs, run) is None else "differs"
    return "–"


def _dimensions(sizes: Sizes, tps: Sequence[int]) -> str:
    """Which dimension is cut, and how."""
    rows = [["dimension", "whole", *(f"tp={tp}" for tp in tps), "cut"]]
    for name, whole, cut in [
        ("query heads", sizes.num_attention_heads, "by head (column)"),
        ("KV heads", sizes.num_key_value_heads, "by head (column)"),
        ("MLP intermediate", sizes.intermediate_size, "gate_up column, down row"),
        ("vocab", sizes.vocab_size, "vocab"),
        ("hidden", sizes.hidden_size, "not cut"),
    ]:
        parts = [whole if cut == "not cut" else max(-(-whole // tp), 1) for tp in tps]
        marks = ["*" if name == "KV heads" and tp > whole else "" for tp in tps]
        rows.append(
            [name, str(whole), *(f"{n}{m}" for n, m in zip(parts, marks, strict=True)), cut]
        )
    note = _("\n* one whole KV head, replicated") if max(tps) > sizes.num_key_value_heads else ""
    return layout(rows) + note


def _weights(sizes: Sizes, tps: Sequence[int]) -> str:
    """The shape of each kind of weight, whole and on a rank."""
    whole = {
        n: s for n, s in sizes.shapes().items() if not n.startswith("model.layers.") or ".0." in n
    }
    rows = [["weight", "whole", *(f"tp={tp}" for tp in tps)]]
    for name, shape in whole.items():
        rows.append(
            [_short(name), _shape(shape), *(_shape(_part(sizes, name, shape, tp)) for tp in tps)]
        )
    return layout(rows)


def _part(sizes: Sizes, name: str, shape: tuple[int, ...], tp: int) -> tuple[int, ...]:
    if "k_proj" in name or "v_proj" in name:
        return len(qwen3_shards.kv_heads(sizes, 0, tp)) * sizes.head_dim, shape[1]
    if any(part in name for part in ("q_proj", "gate_proj", "up_proj")):
        return shape[0] // tp, shape[1]
    if any(part in name for part in ("o_proj", "down_proj")):
        return shape[0], shape[1] // tp
    if "embed_tokens" in name or "lm_head" in name:
        return qwen3_shards.vocab_rows(sizes, tp), shape[1]
    return shape


def _short(name: str) -> str:
    return name.removeprefix("model.").removeprefix("layers.0.").removesuffix(".weight")


def _shape(dims: Sequence[int]) -> str:
    return "(" + ", ".join(map(str, dims)) + (",)" if len(dims) == 1 else ")")


def layout(rows: Sequence[Sequence[str]]) -> str:
    """Columns, the first to the left, padded to their widest cell."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [
        "   ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
    return "\n".join(lines)
