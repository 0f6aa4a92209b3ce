"""The command line in one record, and every mistake in it as one line that says what to type.

argparse only splits the words; the wording of errors and of the help is ours.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .errors import UsageError
from .i18n import _

VERBS = (
    "check", "watch", "next", "list", "show", "hint", "solution", "reset", "trace", "doctor",
    "verify",
)  # fmt: skip
LATER = ("serve", "grade")
FILTERS = ("chapters", "practice", "open", "passed", "failed", "stale")
_ALL = ("from", "tp", "seed", "case", "model", "untrusted", "json", "color", "yes", "out")
_GRADING = ("from", "tp", "seed", "case", "model", "untrusted", "json", "color")
_OPTIONS = {
    "grade": _GRADING,
    "check": ("from", "untrusted", "json", "color"),
    "next": ("color",),
    "list": ("color",),
    "show": ("color",),
    "watch": ("color",),
    "hint": ("color",),
    "solution": ("color", "yes"),
    "reset": ("color", "yes"),
    "trace": ("color", "out"),
    "doctor": ("json", "color"),
    "verify": ("color",),
}
_WORDS = {
    "grade": 2,
    "hint": 2,
    "show": 1,
    "solution": 1,
    "reset": 1,
    "watch": 1,
    "list": 1,
    "trace": 1,
    "verify": 1,
}
_NEED_ONE = ("show", "solution", "reset", "trace")
_EXAMPLES = {
    "from": "--from DIR",
    "tp": "--tp 2,4",
    "seed": "--seed 7f3a",
    "case": "--case row-bias",
    "model": "--model models/tiny-qwen3",
    "color": "--color never",
    "out": "--out trace.json",
}
_MOST_RANKS = 16


@dataclass(frozen=True)
class CommandLine:
    """What was asked for. `verb` is "help" or one of `_OPTIONS`."""

    verb: str
    asked: bool = True  # for the help, if that is the verb
    problem: str = ""
    second: str = ""  # hint: the level
    file: Path | None = None
    directory: Path | None = None
    tp: tuple[int, ...] | None = None
    seed: str | None = None
    case: str | None = None
    model: Path | None = None
    untrusted: bool = False  # fail closed: not without every layer of isolation
    json: bool = False
    yes: bool = False  # no question is asked
    color: str = "auto"
    out: Path | None = None


def parse(argv: Sequence[str]) -> CommandLine:
    """The command line; UsageError where it cannot be meant."""
    words, options = _split(argv)
    asked = options.help or words[:1] == ["help"]
    if asked or not words:
        return CommandLine("help", asked=asked, color=options.color)
    first, *rest = words
    if first in LATER:
        raise UsageError(_("{verb} is not available yet.").format(verb=first))
    verb = first if first in VERBS else "grade"
    _refuse_foreign_options(verb, options)
    problem, second = _operands(verb, words if verb == "grade" else rest)
    file = second if verb == "grade" else ""
    return CommandLine(
        verb=verb,
        problem=problem,
        second=second,
        file=Path(file) if file else None,
        directory=options.directory,
        tp=options.tp,
        seed=options.seed,
        case=options.case,
        model=options.model,
        untrusted=options.untrusted,
        json=options.json,
        yes=options.yes,
        color=options.color,
        out=options.out,
    )


def usage() -> str:
    """The help: examples first."""
    return _(
        """\
Grades tensor-parallel code on ranks that it watches.

  python practice/judge.py ch02           grade chapter 2
  python practice/judge.py ch02.4         only this task of it
  python practice/judge.py 199            grade practice problem 199
  python practice/judge.py ch02 other.py  grade this file instead of yours
  python practice/judge.py check          all that is started, up to a failure
  python practice/judge.py watch          grade again on every save
  python practice/judge.py next           what to do now: what you have begun, else
                                          what follows your last accepted chapter
  python practice/judge.py list           all of it; or list open, passed, failed,
                                          stale, chapters, practice
  python practice/judge.py show ch02      its tasks, its files, what it uses
  python practice/judge.py show ch02.4    what this task asks, and where it is
  python practice/judge.py hint           the next of three hints; or hint ch02.4
  python practice/judge.py solution ch02  the solution, after a question
  python practice/judge.py reset ch02.4   start this task over, or with ch02 the
                                          whole chapter; your text is kept
  python practice/judge.py trace ch02     what each rank called in its last run
  python practice/judge.py doctor         is this machine fit, and what is missing
  python practice/judge.py verify ch02    for authors: is the judge right here

Options when grading
  --tp 2,4      only these numbers of ranks
  --case NAME   only this case
  --seed S      the same inputs as in the run that printed this seed
  --from DIR    the files in DIR instead of yours (also with check)
  --model DIR   the full run of ch11 on another checkpoint
  --untrusted   strangers' code: refuse where it cannot be shut in (also with check)
  --json        the report as JSON (also with check and doctor)
  --color WHEN  auto, always or never
  --yes         answer the question of solution and reset
  --out FILE    the trace as .json for Perfetto, or as an .svg picture

Exit codes: 0 accepted, 1 something failed, 5 nothing failed but something is
not started, 2 wrong command, 3 this machine, 4 the judge, 130 stopped.
"""
    )


def _split(argv: Sequence[str]) -> tuple[list[str], argparse.Namespace]:
    parser = _parser()
    try:
        options, unknown = parser.parse_known_intermixed_args(list(argv))
    except argparse.ArgumentError as error:
        raise UsageError(_option_error(error)) from None
    for word in unknown:
        raise UsageError(_unknown_option(word))
    return options.words, options


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("words", nargs="*")
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("--from", dest="directory", type=_folder)
    parser.add_argument("--tp", type=_sizes)
    parser.add_argument("--seed", type=_seed)
    parser.add_argument("--case")
    parser.add_argument("--model", type=_folder)
    parser.add_argument("--untrusted", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--yes", action="store_true")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--color", "--colour", default="auto", type=_when)
    return parser


def _operands(verb: str, words: list[str]) -> tuple[str, str]:
    most = _WORDS.get(verb, 0)
    if len(words) > most:
        raise UsageError(_("One word too many: {word}").format(word=words[most]))
    if verb in _NEED_ONE and not words:
        raise UsageError(
            _("{verb} needs a chapter or a problem: python practice/judge.py {verb} ch02").format(
                verb=verb
            )
        )
    if verb == "list" and words and words[0] not in FILTERS:
        raise UsageError(
            _("list takes one of {filters}, not {word}.").format(
                filters=", ".join(FILTERS), word=words[0]
            )
        )
    first, second, *_rest = [*words, "", ""]
    return first, second


def _refuse_foreign_options(verb: str, options: argparse.Namespace) -> None:
    """An option that the verb has no use for is an error, never dropped."""
    for name in _ALL:
        given = getattr(options, "directory" if name == "from" else name)
        if given not in (None, False) and name not in _OPTIONS[verb]:
            raise UsageError(
                _("--{option} does not go with {verb}.").format(option=name, verb=verb)
            )


def _option_error(error: argparse.ArgumentError) -> str:
    option = (error.argument_name or "").split("/")[-1]
    example = _EXAMPLES.get(option.removeprefix("--"), "")
    if example:
        return _("{option} needs a value: {example}").format(option=option, example=example)
    return _("{option} takes no value.").format(option=option)


def _unknown_option(word: str) -> str:
    import difflib  # only a mistake needs it

    near = difflib.get_close_matches(word, [f"--{name}" for name in _ALL], n=1, cutoff=0.6)
    if near:
        return _("There is no option {word}. Did you mean {near}?").format(word=word, near=near[0])
    return _("There is no option {word}. All of them: python practice/judge.py --help").format(
        word=word
    )


def _folder(text: str) -> Path:
    if not os.path.isdir(text):
        raise UsageError(_("{path}: there is no such folder.").format(path=text))
    return Path(text)


def _sizes(text: str) -> tuple[int, ...]:
    parts = text.split(",")
    if not all(part.strip().isdecimal() and 1 <= int(part) <= _MOST_RANKS for part in parts):
        raise UsageError(
            _("--tp {text}: give numbers of ranks, such as --tp 2,4").format(text=text)
        )
    return tuple(sorted({int(part) for part in parts}))


def _seed(text: str) -> str:
    plain = text.replace(".", "", 1)  # a smaller example's seed is 7f3a.12
    if not plain.isalnum() or not plain.isascii() or len(text) > 64:
        raise UsageError(
            _("--seed {text}: give the seed that a report printed, such as --seed 7f3a").format(
                text=text
            )
        )
    return text


def _when(text: str) -> str:
    if text not in ("auto", "always", "never"):
        raise UsageError(_("--color {text}: choose auto, always or never.").format(text=text))
    return text
