"""Chapter 12, from tokens to text: where an answer ends, and which text is certain before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..i18n import _
from ..records import Finding, GroupRun, Inputs, Json, Verdict
from .ch12_scheduler import Make, Rng, alone, told

# A token is some bytes of text. 0 is end-of-text; the characters of two bytes and more come in
# tokens of one byte.
_WORDS = (
    "<end>",
    "Tues",
    "day",
    " and",
    " so",
    " on",
    ".",
    "\n",
    "END",
    " EN",
    "D",
    "!",
    "ab",
    "a",
)
_BYTES = tuple(bytes([byte]) for byte in "水é".encode())
_TABLE = tuple(word.encode() for word in _WORDS) + _BYTES
_WATER, _E = (len(_WORDS), len(_WORDS) + 1, len(_WORDS) + 2), (len(_WORDS) + 3, len(_WORDS) + 4)


def _id(word: str) -> int:
    return _WORDS.index(word)


def _inputs(
    tokens: Sequence[int], stops: Sequence[str] = (), most: int = 99, ignore_eos: bool = False
) -> Inputs:
    return Inputs(
        {
            "vocabulary": [list(entry) for entry in _TABLE],
            "tokens": list(tokens),
            "stops": list(stops),
            "max_tokens": most,
            "ignore_eos": ignore_eos,
            "prompt_tokens": 5,
        }
    )


def _ended(_: Rng, __: int) -> Inputs:
    return _inputs([_id("Tues"), _id("day"), _id("."), 0])


def _random_words(rng: Rng, count: int) -> list[int]:
    return [int(token) for token in rng.integers(1, 8, count)]


def _single(rng: Rng, _: int) -> Inputs:
    return _inputs(_random_words(rng, 1), most=1)


def _characters(rng: Rng, _: int) -> Inputs:
    """Characters of several tokens, the last of them cut off by max_tokens."""
    tokens = [*_random_words(rng, 2), *_WATER, *_E, *_random_words(rng, 1), *_WATER[:2]]
    return _inputs(tokens, most=len(tokens))


def _stopped(rng: Rng, _: int) -> Inputs:
    """A stop string over two tokens, with text after it in the second."""
    tokens = [*_random_words(rng, 3), _id(" EN"), _id("D"), _id("!")]
    return _inputs(tokens, [["END"], ["!!", "END"], ["ND", "zz"]][int(rng.integers(3))])


def _stop_last(rng: Rng, _: int) -> Inputs:
    """The stop string is complete with the last token that is allowed."""
    tokens = [*_random_words(rng, 2), _id("END")]
    return _inputs(tokens, ["END"], most=3)


def _held(rng: Rng, _: int) -> Inputs:
    """Beginnings of stop strings that never come. Both helpers hold text at the end."""
    tokens = [*_random_words(rng, 2), _id(" EN"), _id("!"), _id("a"), _id("a"), *_WATER[:2]]
    return _inputs([*tokens, 0], ["END", "aab"])


def _held_to_the_length(rng: Rng, _: int) -> Inputs:
    tokens = [*_random_words(rng, 3), _id(" EN")]
    return _inputs(tokens, ["END"], most=4)


def _past_the_end(rng: Rng, _: int) -> Inputs:
    """With ignore_eos, end-of-text is a token like others."""
    tokens = [*_random_words(rng, 1), 0, *_random_words(rng, 2)]
    return _inputs(tokens, most=4, ignore_eos=True)


def _last_is_the_end(rng: Rng, _: int) -> Inputs:
    tokens = [*_random_words(rng, 2), 0]
    return _inputs(tokens, most=3)


def _expected(inputs: Inputs) -> list[dict[str, Json]]:
    """The oracle: all text so far, how much of it is certain, and what was given already."""
    params, given = inputs.params, 0
    found: list[dict[str, Json]] = []
    ids: list[int] = []
    for number, token in enumerate(params["tokens"], 1):
        ends = token == 0 and not params["ignore_eos"]
        is_last = ends or number == params["max_tokens"]
        ids += [] if ends else [token]
        text, stopped = _certain(ids, params["stops"], is_last)
        reason = "stop" if stopped or ends else "length" if is_last else None
        piece = {"text": text[given:], "finish_reason": reason, "returned": reason is not None}
        found.append(piece)
        given = len(text)
        if reason:
            break
    return found


def _certain(ids: Sequence[int], stops: Sequence[str], is_last: bool) -> tuple[str, bool]:
    """The text that no later token can change, and whether a stop string ends it."""
    text = b"".join(_TABLE[token] for token in ids).decode(errors="replace")
    text = text if is_last else text.rstrip("\ufffd")
    ends = [(text.find(stop) + len(stop), text.find(stop)) for stop in stops if stop in text]
    if ends:
        return text[: min(ends)[1]], True
    open_ends = [
        size
        for stop in stops
        for size in range(1, min(len(stop), len(text) + 1))
        if text.endswith(stop[:size])
    ]
    return text[: len(text) - (0 if is_last else max(open_ends, default=0))], False


def _words(inputs: Inputs, number: int) -> str:
    params = inputs.params
    tokens = [_token(token) for token in params["tokens"][: number + 1]]
    stops = f"stop {params['stops']}, " if params["stops"] else ""
    ignore = ", ignore_eos" if params["ignore_eos"] else ""
    return f"{stops}max_tokens {params['max_tokens']}{ignore}: push " + ", ".join(tokens)


def _token(token: int) -> str:
    if token == 0:
        return "end-of-text"
    return repr(_TABLE[token].decode()) if _TABLE[token].isascii() else str(_TABLE[token])


def _check(inputs: Inputs, run: GroupRun) -> Finding | None:
    wanted = _expected(inputs)
    if finding := told(lambda _: wanted, _words)(inputs, run):
        return finding
    got = run.ranks[0].values["num_tokens"]
    if got == len(wanted):
        return None
    return Finding(
        Verdict.WRONG_ANSWER,
        _("num_tokens is wrong after all of these:\n{words}").format(
            words=_words(inputs, len(wanted))
        ),
        str(len(wanted)),
        str(got),
        still_right=_("the text"),
    )


def _case(name: str, title: str, make: Make, visible: bool = False) -> Any:
    return alone(name, 2, title, "answer", make, _check, visible)


TEXT_CASES = (
    _case("text", "words, then end-of-text", _ended, True),
    _case("text-single", "one token is asked for", _single),
    _case("text-characters", "characters of several tokens", _characters),
    _case("text-stop", "a stop string over two tokens", _stopped),
    _case("text-stop-last", "a stop string in the last token", _stop_last),
    _case("text-held", "half a stop string, half a character, end-of-text", _held),
    _case("text-held-length", "half a stop string, then max_tokens", _held_to_the_length),
    _case("text-ignore-eos", "past end-of-text", _past_the_end),
    _case("text-last-eos", "end-of-text as the last token", _last_is_the_end),
)
