"""Every sentence a person reads goes through `_` or `plural`, so that it can be translated.

Sentences stay whole: values go in by name with `.format`, never by gluing pieces together.
"""

from __future__ import annotations

import gettext

_active = gettext.NullTranslations()


def _(sentence: str) -> str:
    """The sentence in the reader's language."""
    return _active.gettext(sentence)


def plural(one: str, many: str, count: int) -> str:
    """The sentence for this count: `one` for 1, else `many`."""
    return _active.ngettext(one, many, count)
