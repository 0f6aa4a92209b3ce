"""SVG by hand: text that is measured before it is placed, boxes, and a card that is dark or light.

Every picture is a whole document with a title, a description in words and no script. Colours are
those of Okabe and Ito, which colour-blind readers can tell apart; a label always says the same.
Fonts differ between machines, so widths are those of a wide one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from html import escape

from .layout import printable

WIDTH = 760  # of a notebook's output
PAD = 16
COLOURS = ("#E69F00", "#56B4E9", "#009E73", "#F0E442", "#CC79A7", "#0072B2", "#D55E00")
GREY, WRONG = "#B8BCC2", "#D55E00"
FAMILY = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
LIGHT = {"card": "#FFFFFF", "edge": "#C9CED4", "ink": "#16191D", "soft": "#535B64"}
DARK = {"card": "#171B20", "edge": "#444C55", "ink": "#F0F2F4", "soft": "#AEB6BF"}
_NARROW, _WIDE = set("ijlItfr.,:;|'()[]! \N{NO-BREAK SPACE}"), set("mwMWQ@%—")


def text_width(text: str, size: float = 12) -> float:
    """At most how wide a text is, in pixels."""
    ems = (0.41 if c in _NARROW else 0.98 if c in _WIDE else 0.64 for c in text)
    return size * sum(ems)


def wrap(text: str, width: float, size: float = 12) -> list[str]:
    """The words of a text on as many lines as it takes; a line may be one word that is too wide."""
    lines: list[str] = []
    for word in filter(None, text.split(" ")):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def fits(lines: Sequence[str], width: float, size: float = 12) -> bool:
    return all(text_width(line, size) <= width for line in lines)


def elide(text: str, width: float, size: float = 12) -> str:
    """The text without its beginning where it is too wide: "…attn.q_proj"."""
    if text_width(text, size) <= width:
        return text
    while text and text_width("…" + text, size) > width:
        text = text[1:]
    return "…" + text


def text(
    x: float, y: float, said: str, size: float = 12, anchor: str = "start", more: str = ""
) -> str:
    """One line; `y` is its baseline. `more` is further attributes: a class or a fill."""
    place = f'x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}"'
    where = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f"<text {place}{where} {more or _INK}>{_safe(said)}</text>"


def _safe(said: str) -> str:
    """For XML, which knows no control characters. No-break spaces hold labels together."""
    words = (printable(word) for word in said.split("\N{NO-BREAK SPACE}"))
    return escape("\N{NO-BREAK SPACE}".join(words), quote=False)


_INK = 'class="ink"'
SOFT = 'class="soft"'
BOLD = 'class="ink" font-weight="600"'


def heading(title: str, room: float = 0) -> str:
    """The first line of a picture; `room` is kept free to its right."""
    return text(PAD, 27, elide(title, (WIDTH - 2 * PAD - room) / 1.08, 15), 15, more=BOLD)


def centred(x: float, y: float, lines: Sequence[str], size: float, more: str) -> str:
    """Lines around the middle (x, y)."""
    step = size * 1.25
    first = y - step * (len(lines) - 1) / 2 + size * 0.36
    return "".join(text(x, first + i * step, s, size, "middle", more) for i, s in enumerate(lines))


def rect(x: float, y: float, width: float, height: float, more: str, title: str = "") -> str:
    box = f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" {more}'
    return f"{box}><title>{_safe(title)}</title></rect>" if title else f"{box}/>"


def line(x1: float, y1: float, x2: float, y2: float, more: str = 'class="rule"') -> str:
    return f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}" {more}/>'


def ink_on(colour: str) -> str:
    """Black or white, whichever stands out more from a colour."""
    light = luminance(colour)
    return "#000000" if (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) else "#FFFFFF"


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG: 1 for the same colour, 21 for black on white."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """From 0 for black to 1 for white, as WCAG has it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def document(height: float, title: str, words: str, body: str, style: str = "") -> str:
    """A whole picture on its card.

    Names in it come from its content, so that two on one page differ and the same picture is the
    same text. `style` and `body` say NAME where that name belongs.
    """
    name = "p" + hashlib.sha256(f"{title}{words}{body}{style}".encode()).hexdigest()[:10]
    size = f'viewBox="0 0 {WIDTH} {_n(height)}" width="{WIDTH}" height="{_n(height)}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" {size} role="img"'
        f' aria-labelledby="{name}-title {name}-desc" style="max-width:100%;height:auto"'
        f' font-family="{FAMILY}">'
    )
    said = (
        f'<title id="{name}-title">{_safe(title)}</title>'
        f'<desc id="{name}-desc">{_safe(words)}</desc>'
    )
    card = rect(0.5, 0.5, WIDTH - 1, height - 1, 'class="card" rx="8"')
    inside = f"<style>{_scheme('NAME')}{style}</style>{_patterns()}{card}{body}"
    return f"{head}{said}{inside.replace('NAME', name)}</svg>\n"


def _scheme(name: str) -> str:
    """Light unless the reader asks for dark; without CSS there would be black on a card."""
    dark = _classes(name, DARK)
    return f"{_classes(name, LIGHT)}@media(prefers-color-scheme:dark){{{dark}}}"


def _classes(name: str, colours: dict[str, str]) -> str:
    return (
        f"#{name} .card{{fill:{colours['card']};stroke:{colours['edge']}}}"
        f"#{name} .ink{{fill:{colours['ink']}}}#{name} .soft{{fill:{colours['soft']}}}"
        f"#{name} .rule{{stroke:{colours['soft']};fill:none}}"
        f"#{name} .frame{{stroke:{colours['edge']};fill:none}}"
    )


def _patterns() -> str:
    """Stripes: over a block they say padding or "not a number of these"."""
    return (
        '<defs><pattern id="NAME-stripes" width="8" height="8" patternUnits="userSpaceOnUse"'
        ' patternTransform="rotate(45)"><rect width="8" height="8" fill="#B8BCC2"/>'
        '<rect width="3" height="8" fill="#D6D9DD"/></pattern></defs>'
    )


def _n(number: float) -> str:
    """A coordinate, without needless digits."""
    return f"{number:.1f}".rstrip("0").rstrip(".") if number % 1 else str(int(number))
