"""A fault of the judge: one line for the learner, the rest in a file for whoever mends it."""

from __future__ import annotations

import os
import time
import traceback

from .catalog import ROOT
from .errors import JudgeError
from .submission import shown

EXIT_CODE = JudgeError.exit_code


def one_line(error: BaseException) -> str:
    """`KeyError: 'ch02'`; only the message where the judge itself raised it."""
    text = (str(error).splitlines() or [""])[0]
    return text if text and isinstance(error, JudgeError) else f"{type(error).__name__}: {text}"


def keep(error: BaseException) -> str:
    """Write the traceback into a file under .judge and return its path, or nothing."""
    return keep_text("".join(traceback.format_exception(error)))


def keep_text(text: str) -> str:
    """Write the text into a new file under .judge and return its path, or nothing."""
    name = time.strftime("fault-%Y%m%d-%H%M%S-") + f"{os.getpid()}.txt"
    try:
        (ROOT / ".judge").mkdir(exist_ok=True)
        (ROOT / ".judge" / name).write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError:  # a full or read-only disk: the line on the screen must do
        return ""
    return shown(ROOT / ".judge" / name)
