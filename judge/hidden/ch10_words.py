"""Chapter 10: how a refusal that must name tensors or files is checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..i18n import _
from ..records import Finding, Json, Verdict
from .common import came_to


def refused(
    sentence: str, said: Mapping[str, Json], texts: Sequence[str], kind: str = "ValueError"
) -> Finding | None:
    """None for an error of this kind whose message has each of the texts in it."""
    if said.get("raises") != kind:
        return Finding(Verdict.WRONG_ANSWER, sentence, kind, came_to(said))
    message = str(said["message"])
    lacking = [text for text in texts if text not in message]
    if not lacking:
        return None
    what = _("The {kind} must name {listed}.").format(kind=kind, listed=" and ".join(texts))
    if len(lacking) < len(texts):
        what += _(" It does not name {lacking}.").format(lacking=" and ".join(lacking))
    got = f"{kind}: {message}" if message else f"a {kind} without a message"
    return Finding(Verdict.WRONG_ANSWER, what, " and ".join(texts) + " in the message", got)
