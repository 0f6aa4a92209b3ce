"""What `doctor` found, as lines: a status, a name, what was found, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence

from ..i18n import _
from ..machine import Check
from .layout import NARROW, Screen, fold

_WIDEST = len("strangers' code")


def lines(check: Check, screen: Screen) -> list[str]:
    """`  WARN  landlock         the kernel has none`, and below it what to do."""
    left = f"  {check.status.ljust(4)}  {check.name.ljust(_WIDEST)}  "
    rest = " " * (8 if screen.width < NARROW else len(left))
    advice = fold(check.advice, screen, rest) if check.advice else []
    return [*fold(check.found, screen, left, rest), *advice]


def summary(checks: Sequence[Check], screen: Screen) -> list[str]:
    """One sentence."""
    failed = [check.name for check in checks if check.status == "FAIL"]
    if failed:
        sentence = _("This machine cannot grade: see FAIL above ({names}).")
        return ["", *fold(sentence.format(names=", ".join(failed)), screen)]
    if any(check.status == "WARN" for check in checks):
        return ["", *fold(_("This machine can grade. WARN says what would be better."), screen)]
    return ["", *fold(_("This machine is fit."), screen)]
