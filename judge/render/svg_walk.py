"""One token on its way through a decoder layer at tp=2, animated: where it is cut, where it meets.

Everything can be read without the motion: boxes for both ranks, sizes on the lines between them, a
sentence beside each step. CSS alone moves it; it stops under the pointer, while the box "Pause" is
ticked, and for readers who have asked for less motion.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..provenance import span
from . import svg
from .svg import PAD, SOFT

TP = 2
_SLOT_S = 2  # seconds at each step
_LANE, _BOX, _STEP, _TOP = 212, 44, 68, 104.0
_FILL = {"whole": svg.GREY, "rows": "#56B4E9", "local": "#009E73", "columns": "#E69F00",
         "sum": "#D55E00"}  # fmt: skip
_LEGEND = (
    ("whole", "whole on both"), ("rows", "column-parallel"), ("local", "local"),
    ("columns", "row-parallel"), ("sum", "all-reduce"),
)  # fmt: skip


@dataclass(frozen=True)
class Step:
    """One step of the layer. `ranks` is what each rank does; one entry where both meet."""

    name: str
    kind: str  # of _FILL
    ranks: tuple[str, ...]
    size: int  # numbers of one token that each rank has afterwards
    why: str
    partial: bool = False

    @property
    def after(self) -> str:
        return f"{self.size:,} numbers" + (" (partial)" if self.partial else "")


@dataclass(frozen=True)
class Sizes:
    """What the picture needs of a model's configuration."""

    hidden: int
    heads: int
    kv_heads: int
    head_dim: int
    intermediate: int
    bytes_each: int = 2


def sizes_of(config: Mapping[str, object]) -> Sizes:
    """From a Hugging Face config.json; ValueError where two ranks cannot share its heads."""
    hidden, heads = _number(config, "hidden_size"), _number(config, "num_attention_heads")
    sizes = Sizes(
        hidden=hidden,
        heads=heads,
        kv_heads=_number(config, "num_key_value_heads"),
        head_dim=_number(config, "head_dim") if "head_dim" in config else hidden // heads,
        intermediate=_number(config, "intermediate_size"),
        bytes_each=4 if "float32" in (config.get("dtype"), config.get("torch_dtype")) else 2,
    )
    for number in (sizes.heads, sizes.kv_heads, sizes.intermediate):
        if number % TP:
            raise ValueError(f"{number} cannot be shared by {TP} ranks")
    return sizes


def _number(config: Mapping[str, object], name: str) -> int:
    value = config.get(name)
    if not isinstance(value, int) or value < 1:
        raise ValueError(f"{name} is {value!r}, needs to be a whole number above 0")
    return value


def steps(s: Sizes) -> list[Step]:
    """The layer in order."""
    q, kv = s.heads // TP, s.kv_heads // TP
    local_q, local_i = q * s.head_dim, s.intermediate // TP
    rows = local_q + 2 * kv * s.head_dim
    heads = [f"q {_part('head', q, r)}, k and v {_part('head', kv, r)}" for r in range(TP)]
    counts = f"{_count(q, 'query head')}, {_count(kv, 'KV head')}"
    moved = f"{s.hidden * s.bytes_each:,} bytes for each token"
    whole = f"weight ({s.hidden},)"
    return [
        Step("input_layernorm", "whole", (whole,) * TP, s.hidden,
             f"The mean square needs all {s.hidden} numbers, so both ranks do all of it."),
        Step(f"qkv_proj ({rows}, {s.hidden})", "rows", tuple(heads), rows,
             "Cut by heads: x is whole, each rank makes its own heads. Nothing is sent."),
        Step("attention", "local", (counts,) * TP, local_q,
             "QK-norm, RoPE, cache and softmax stay inside a head, so inside a rank."),
        Step(f"o_proj ({s.hidden}, {local_q})", "columns",
             tuple(f"input {_part('column', local_q, r)}" for r in range(TP)), s.hidden,
             "Cut by input: each rank multiplies its own heads. Each has a part of the sum.",
             partial=True),
        Step("ALL-REDUCE 1", "sum", (f"adds both partial sums, {moved}",), s.hidden,
             "The first meeting. Afterwards both ranks hold the same numbers."),
        Step("+ residual", "whole", (f"x + attention, {s.hidden} numbers",) * TP, s.hidden,
             "The residual stream is whole on both ranks."),
        Step("post_attention_layernorm", "whole", (whole,) * TP, s.hidden,
             "Whole again, for the same reason."),
        Step(f"gate_up_proj ({2 * local_i}, {s.hidden})", "rows",
             tuple(f"gate and up {_part('row', local_i, r)}" for r in range(TP)), 2 * local_i,
             "Cut by neurons: the same ones of gate and of up on a rank."),
        Step("SiLU(gate) · up", "local", (f"{local_i:,} neurons",) * TP, local_i,
             "Number by number, so it needs no other rank."),
        Step(f"down_proj ({s.hidden}, {local_i})", "columns",
             tuple(f"input {_part('column', local_i, r)}" for r in range(TP)), s.hidden,
             "Cut by input again: a partial sum on each rank.", partial=True),
        Step("ALL-REDUCE 2", "sum", (f"adds both partial sums, {moved}",), s.hidden,
             "The second and last meeting of the layer."),
        Step("+ residual", "whole", ("the next layer's x",) * TP, s.hidden,
             "Both ranks enter the next layer with the same x."),
    ]  # fmt: skip


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"


def _part(noun: str, size: int, rank: int) -> str:
    return span(noun, rank * size, rank * size + size - 1)


def in_words(s: Sizes) -> str:
    """The walk as text, a line for each step."""
    said = [f"One token through a decoder layer at tp={TP}, hidden size {s.hidden}."]
    for number, step in enumerate(steps(s), 1):
        ranks = dict.fromkeys(step.ranks)
        each = [f"rank {r}: {text}" for r, text in enumerate(step.ranks)]
        what = "; ".join(each) if len(ranks) > 1 else f"both ranks: {step.ranks[0]}"
        said.append(f"{number}. {step.name} – {what} -> {step.after}. {step.why}")
    return "\n".join(said)


def walk(s: Sizes, title: str = "") -> str:
    """The picture as a whole document."""
    title = title or f"One token through a decoder layer, tp={TP}"
    layer = steps(s)
    height = _TOP + len(layer) * _STEP + PAD
    drawn = [svg.heading(title, 100), _pause(), _legend(), _heads(s)]
    drawn += [_lines(layer), *(_drawn(i, step) for i, step in enumerate(layer)), _dots()]
    style = _style(len(layer))
    return svg.document(height, title, in_words(s), "".join(drawn), style)


def _x(rank: int) -> float:
    return PAD + rank * (_LANE + 16)


def _y(number: int) -> float:
    return _TOP + number * _STEP


_WIDE = TP * _LANE + 16
_BESIDE = PAD + _WIDE + 20


def _pause() -> str:
    box = '<input type="checkbox" id="NAME-pause"/> Pause'
    label = f'<label xmlns="http://www.w3.org/1999/xhtml" for="NAME-pause">{box}</label>'
    return (
        f'<foreignObject x="{svg.WIDTH - 96}" y="10" width="84" height="26">{label}</foreignObject>'
    )


def _legend() -> str:
    x, drawn = float(PAD), ""
    for kind, said in _LEGEND:
        drawn += svg.rect(x, 42, 12, 12, f'fill="{_FILL[kind]}" stroke="#16191D"')
        drawn += svg.text(x + 17, 52, said, 11, more=SOFT)
        x += 17 + svg.text_width(said, 11) + 14
    return drawn


def _heads(s: Sizes) -> str:
    drawn = ""
    for rank in range(TP):
        middle = _x(rank) + _LANE / 2
        drawn += svg.text(middle, 78, f"rank {rank}", 13, "middle", svg.BOLD)
        drawn += svg.text(middle + 8, 97, f"x, {s.hidden:,} numbers", 10.5, more=SOFT)
    return drawn


def _lines(layer: Sequence[Step]) -> str:
    """From box to box, with how many numbers go along."""
    drawn = ""
    for rank in range(TP):
        middle = _x(rank) + _LANE / 2
        drawn += svg.line(middle, 84, middle, _y(len(layer)) - 4)
        for number, step in enumerate(layer):
            y = _y(number) + _BOX + 16
            drawn += svg.text(middle + 8, y, step.after, 10.5, more=SOFT)
    return drawn


def _drawn(number: int, step: Step) -> str:
    """The boxes of one step, the frame that lights up, and the sentence beside it."""
    y, drawn = _y(number), ""
    boxes = [(_x(r), _LANE) for r in range(TP)] if len(step.ranks) == TP else [(PAD, _WIDE)]
    for (x, width), said in zip(boxes, step.ranks, strict=True):
        fill = _FILL[step.kind]
        ink = f'fill="{svg.ink_on(fill)}"'
        drawn += svg.rect(x, y, width, _BOX, f'fill="{fill}" stroke="#16191D" rx="5"')
        drawn += svg.text(
            x + width / 2, y + 19, step.name, 12, "middle", f'{ink} font-weight="600"'
        )
        drawn += svg.text(x + width / 2, y + 35, said, 10.5, "middle", ink)
        light = f'class="go light" style="animation-delay:{number * _SLOT_S}s" rx="7"'
        drawn += svg.rect(x - 4, y - 4, width + 8, _BOX + 8, light)
    lines = svg.wrap(step.why, svg.WIDTH - PAD - _BESIDE, 11.5)
    top = y + _BOX / 2 - (len(lines) - 1) * 7.5 + 4
    drawn += "".join(svg.text(_BESIDE, top + i * 15, line, 11.5) for i, line in enumerate(lines))
    return drawn


def _dots() -> str:
    """The token on each rank."""
    dot = 'r="8" fill="#0072B2" stroke="#FFFFFF" stroke-width="2.5"'
    return "".join(
        f'<circle class="go dot{r}" cx="{_x(r) + 2:.0f}" cy="{_y(0) + _BOX / 2:.0f}" {dot}/>'
        for r in range(TP)
    )


def _style(count: int) -> str:
    whole = count * _SLOT_S
    slot = 100 / count
    light = f"0%,{slot - 0.5:.2f}%{{opacity:1}}{slot:.2f}%,100%{{opacity:0}}"
    rules = [
        "#NAME label{font:12px system-ui,sans-serif;color:#16191D;white-space:nowrap}",
        "@media(prefers-color-scheme:dark){#NAME label{color:#F0F2F4}}",
        "#NAME .light{fill:none;stroke:#0072B2;stroke-width:4;opacity:0;"
        f"animation:NAME-light {whole}s linear infinite}}",
        f"@keyframes NAME-light{{{light}}}",
        *(
            f"#NAME .dot{r}{{animation:NAME-dot{r} {whole}s ease-in-out infinite}}"
            for r in range(TP)
        ),
        *(f"@keyframes NAME-dot{r}{{{_moves(count, r)}}}" for r in range(TP)),
        "#NAME:hover .go{animation-play-state:paused}",
        "#NAME:has(#NAME-pause:checked) .go{animation-play-state:paused}",
        "@media(prefers-reduced-motion:reduce){#NAME .go{animation:none}}",
    ]
    return "".join(rules)


_MEETINGS = (4, 10)  # the steps at which both dots are in one place


def _moves(count: int, rank: int) -> str:
    """Where the dot of a rank is, by percent of the time: it rests at each step, then goes on."""
    made = ""
    for number in range(count):
        middle = PAD + _WIDE / 2 - 10 + 20 * rank
        x = middle - _x(rank) - 2 if number in _MEETINGS else 0
        begin, end = 100 * number / count, 100 * (number + 0.7) / count
        place = f"{{transform:translate({x:.0f}px,{number * _STEP}px)}}"
        made += f"{begin:.2f}%,{end:.2f}%{place}"
    return made + f"100%{{transform:translate(0,{(count - 1) * _STEP}px)}}"
