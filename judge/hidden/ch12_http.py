"""Chapter 12, the endpoint and its streams: requests, and the responses they should get."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from .. import wire
from ..i18n import _
from ..records import Case, Finding, GroupRun, Inputs, Json, Verdict
from .ch12_scheduler import Make, Rng, alone, in_words, told

Pieces = list[tuple[int, str, str | None]]

_TEXTS = ("Tues", "day", " 水", ".", " one", ",", " two", "\n", "\u2028", '"', "\\")


def _pieces(rng: Rng, num_prompts: int, most: int = 4) -> Pieces:
    """Some pieces for each prompt, mixed, the last of each with its reason."""
    waiting = {i: int(rng.integers(1, most)) for i in range(num_prompts)}
    found: Pieces = []
    while waiting:
        index = int(rng.choice(list(waiting)))
        waiting[index] -= 1
        ends = waiting[index] == 0
        reason = str(rng.choice(["stop", "length"])) if ends else None
        text = "" if reason == "stop" and rng.integers(2) else str(rng.choice(_TEXTS))
        found.append((index, text, reason))
        if ends:
            del waiting[index]
    return found


def _asked(lengths: Sequence[int], pieces: Sequence[Any], **fields: Any) -> Inputs:
    params = {"kind": "text", "stream": False, "usage": False, "refusal": "", "gone": False}
    return Inputs({**params, "lengths": list(lengths), "pieces": list(pieces), **fields})


# 12.5: the endpoint


def _one(_: Rng, __: int) -> Inputs:
    return _asked([5], [(0, " Par", None), (0, "is", None), (0, ".", "stop")])


def _several(kind: str, most: int) -> Make:
    def make(rng: Rng, _: int) -> Inputs:
        lengths = [int(n) for n in rng.integers(1, 9, int(rng.integers(min(2, most), most + 1)))]
        return _asked(lengths, _pieces(rng, len(lengths)), kind=kind)

    return make


def _refused(stream: bool) -> Make:
    def make(rng: Rng, _: int) -> Inputs:
        return _asked([3], [], stream=stream, refusal=str(rng.choice(list(_REFUSALS))))

    return make


def _full(_: Rng, __: int) -> Inputs:
    return _asked([3], [], refusal="queue_full")


def _failing(rng: Rng, _: int) -> Inputs:
    pieces = _pieces(rng, 2)
    return _asked([2, 3], [*pieces[: int(rng.integers(len(pieces)))], "fails"])


def _gone(stream: bool) -> Make:
    """The client closes the connection before the answer has ended."""

    def make(rng: Rng, _: int) -> Inputs:
        pieces = [(0, str(rng.choice(_TEXTS)), None) for _ in range(int(rng.integers(1, 4)))]
        return _asked([4], pieces, gone=True, stream=stream)

    return make


def _streamed(rng: Rng, _: int) -> Inputs:
    lengths = [int(n) for n in rng.integers(1, 9, 2)]
    usage = bool(rng.integers(2))
    return _asked(lengths, _pieces(rng, 2), stream=True, usage=usage)


_REFUSALS = {
    "queue_full": (429, "1", "the queue is full, 3 prompts wait at most: try again later",
                   "rate_limit_error", None),
    "shutting_down": (503, None, "the service is shutting down", "server_error", None),
    "too_many_prompts": (400, None, "one request may have 7 prompts at most",
                         "invalid_request_error", "prompt"),
}  # fmt: skip
_DIED = "the model's ranks have ended: a rank has died"


def _endpoint_expected(inputs: Inputs) -> dict[str, Json]:
    params = inputs.params
    log = ["submit"] if params["refusal"] else ["submit", "drop"]
    found: dict[str, Json] = {"returns": True, "batch loop": log}
    if params["gone"]:
        return found
    if params["refusal"]:
        status, retry, message, kind, param = _REFUSALS[params["refusal"]]
        code = None if params["refusal"] == "too_many_prompts" else params["refusal"]
        return found | _error(status, retry, message, kind, param, code)
    if "fails" in params["pieces"]:
        return found | _error(500, None, _DIED, "server_error", None, "ranks_failed")
    if params["stream"]:
        text = "".join(f"{index} {text}\n\n" for index, text, _ in params["pieces"])
        body: Json = f"usage {params['usage']}\n\n{text}"
        return found | {"status": 200, "type": "text/event-stream", "body": body}
    return found | {"status": 200, "type": "application/json", "body": _whole(params)}


def _error(
    status: int, retry: str | None, message: str, kind: str, param: str | None, code: str | None
) -> dict[str, Json]:
    body = {"error": {"message": message, "type": kind, "param": param, "code": code}}
    return {"status": status, "retry after": retry, "type": "application/json", "body": body}


def _whole(params: Mapping[str, Any]) -> dict[str, Json]:
    """The body of a whole response, without what differs from run to run."""
    is_chat = params["kind"] == "chat"
    choices = []
    for index in range(len(params["lengths"])):
        mine = [piece for piece in params["pieces"] if piece[0] == index]
        text = "".join(piece[1] for piece in mine)
        said = {"message": {"role": "assistant", "content": text}} if is_chat else {"text": text}
        ends = {"logprobs": None, "finish_reason": mine[-1][2]}
        choices.append({"index": index, **said, **ends})
    kind = "chat.completion" if is_chat else "text_completion"
    return {"object": kind, "model": "fake", "choices": choices, "usage": _usage(params)}


def _usage(params: Mapping[str, Any]) -> dict[str, int]:
    read, written = sum(params["lengths"]), len(params["pieces"])
    return {
        "prompt_tokens": read,
        "completion_tokens": written,
        "total_tokens": read + written,
    }


def _endpoint_check(inputs: Inputs, run: GroupRun) -> Finding | None:
    got = run.ranks[0].values
    for name, wanted in _endpoint_expected(inputs).items():
        if got.get(name) != wanted:
            lines = [_REQUEST[name], _request(inputs.params)]
            if name == "batch loop" and inputs.params["refusal"] and "drop" in str(got.get(name)):
                lines.append(
                    _("What submit refused is not in the batch: nothing is to be dropped.")
                )
            if "raised" in got:
                lines.append(_("It raises {raised}").format(raised=got["raised"]))
            message = "\n".join(lines)
            return Finding(Verdict.WRONG_ANSWER, message, _said(wanted), _said(got.get(name)))
    return None


_REQUEST = {
    "returns": _("The response does not end."),
    "batch loop": _("The batch loop gets other calls than it should."),
    "status": _("The response has another status."),
    "retry after": _("The header Retry-After is wrong."),
    "type": _("The response has another content type."),
    "body": _("The response has another body."),
}


def _request(params: Mapping[str, Any]) -> str:
    """The request and what happens to it, in words."""
    prompts = f"{len(params['lengths'])} prompts" if len(params["lengths"]) > 1 else "a prompt"
    asked = f"{params['kind']}, {prompts}" + (", stream" if params["stream"] else "")
    if params["refusal"]:
        return f"{asked}: submit raises ApiError {_REFUSALS[params['refusal']][0]}"
    pieces = [
        "an error" if piece == "fails" else f"{piece[0]}: {piece[1]!r}"
        for piece in params["pieces"]
    ]
    end = "; then the client is gone" if params["gone"] else ""
    return f"{asked}; pieces {', '.join(pieces)}{end}"


def _said(value: Json) -> str:
    if isinstance(value, bool):
        return "it ends" if value else "it waits for something"
    if isinstance(value, list):
        calls = _(", then ").join(f"batch_loop.{name}" for name in value)
        return calls or _("no method of batch_loop")
    return in_words(value) if isinstance(value, dict) else repr(value)


# 12.6: streaming


def _hello(_: Rng, __: int) -> Inputs:
    return _asked([5], [(0, " Par", None), (0, "is", None), (0, "", "stop")])


def _stream(kind: str, usage: bool, num_prompts: int, fails: bool = False) -> Make:
    def make(rng: Rng, _: int) -> Inputs:
        lengths = [int(n) for n in rng.integers(1, 9, num_prompts)]
        pieces: list[Any] = list(_pieces(rng, num_prompts, 5))
        if fails:
            pieces[-1] = "fails"
        return _asked(lengths, pieces, kind=kind, usage=usage)

    return make


def _stream_expected(inputs: Inputs) -> list[list[str]]:
    params = inputs.params
    is_chat, extra = params["kind"] == "chat", ", usage null" if params["usage"] else ""
    prompts = range(len(params["lengths"])) if is_chat else ()
    role = '{"role": "assistant", "content": ""}'
    found = [[f"prompt {i}: {role}{extra}" for i in prompts]]
    for piece in params["pieces"]:
        found.append(
            ["error ranks_failed"] if piece == "fails" else [_chunk(piece, is_chat) + extra]
        )
    if params["pieces"][-1] != "fails":
        usage = ", ".join(f'"{name}": {n}' for name, n in _usage(params).items())
        found[-1] += [f"no choices, usage {{{usage}}}"] if params["usage"] else []
        found[-1] += ["DONE"]
    return found


def _chunk(piece: tuple[int, str, str | None], is_chat: bool) -> str:
    index, text, reason = piece
    end = f", {reason}" if reason else ""
    delta = json.dumps({"content": text} if text else {}, ensure_ascii=False)
    return f"prompt {index}: {delta if is_chat else repr(text)}{end}"


def _stream_check(inputs: Inputs, run: GroupRun) -> Finding | None:
    def lines(_: Inputs) -> list[dict[str, Json]]:
        return [_events(events) for events in _stream_expected(inputs)]

    values = dict(run.ranks[0].values)
    values["told"] = list(map(_events, values["told"]))
    seen = GroupRun(run.tp, run.event, (_with(run, values),))
    if finding := told(lines, _stream_words)(inputs, seen):
        return finding
    if values["ended"] is True:
        return None
    return Finding(Verdict.WRONG_ANSWER, _("The stream does not end."), _("it ends"), _("it waits"))


def _events(events: Json) -> dict[str, Json]:
    """What came since the last piece: events are described, not quoted."""
    some = events if isinstance(events, list) else []
    return {"events": [wire.described(e) if isinstance(e, str) else e for e in some]}


def _with(run: GroupRun, values: Mapping[str, Json]) -> Any:
    return replace(run.ranks[0], values=values)


def _stream_words(inputs: Inputs, number: int) -> str:
    params = inputs.params
    pieces = [
        "an error"
        if piece == "fails"
        else f"{piece[0]}: {piece[1]!r}" + (f" {piece[2]}" if piece[2] else "")
        for piece in params["pieces"][:number]
    ]
    usage = ", include_usage" if params["usage"] else ""
    asked = f"{params['kind']}, prompts of {params['lengths']} tokens{usage}"
    return f"{asked}; pieces {', '.join(pieces) or 'none yet'}"


def _case(
    task: int, name: str, title: str, make: Make, visible: bool = False
) -> Case:  # fmt: skip
    drive, check = (("endpoint", _endpoint_check), ("stream", _stream_check))[task - 5]
    return alone(name, task, title, drive, make, check, visible)


HTTP_CASES = (
    _case(5, "endpoint", "one prompt", _one, True),
    _case(5, "endpoint-chat", "a chat", _several("chat", 1)),
    _case(5, "endpoint-many", "several prompts", _several("text", 4)),
    _case(5, "endpoint-full", "the queue is full", _full, True),
    _case(5, "endpoint-refused", "the batch loop refuses", _refused(False)),
    _case(5, "endpoint-fails", "the ranks fail on the way", _failing),
    _case(5, "endpoint-gone", "the client goes", _gone(False)),
    _case(5, "endpoint-stream", "a stream", _streamed),
    _case(5, "stream-refused", "a stream that is refused", _refused(True)),
    _case(5, "stream-gone", "the client of a stream goes", _gone(True)),
    _case(6, "events", "the events of one prompt", _hello, True),
    _case(6, "events-many", "the events of several prompts", _stream("text", False, 3)),
    _case(6, "events-chat", "the events of a chat, with usage", _stream("chat", True, 1)),
    _case(6, "events-fail", "the ranks fail on the way", _stream("text", False, 1, True)),
)
