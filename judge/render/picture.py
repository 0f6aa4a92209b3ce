"""A picture with its words: shown in a notebook, read in a terminal, saved as a file."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Picture:
    """An SVG and the same in words. `moves`: it has a switch, so it must not become an image."""

    svg: str
    words: str
    moves: bool = False

    def __repr__(self) -> str:
        return self.words

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """As HTML too: a notebook that is not trusted yet shows an image, but no SVG."""
        return {"text/plain": self.words, "text/html": self.html()}

    def html(self) -> str:
        """An element for a page; where no image is shown, its text is the words."""
        data = "data:image/svg+xml;base64," + base64.b64encode(self.svg.encode()).decode()
        style = 'style="max-width:100%;height:auto"'
        image = f'<img src="{data}" alt="{escape(self.words)}" {style}>'
        if not self.moves:
            return image
        return f'<object type="image/svg+xml" data="{data}" {style}>{image}</object>'

    def save(self, path: str | Path) -> None:
        """Write the SVG to a file that any browser opens."""
        Path(path).write_text(self.svg, encoding="utf-8")
