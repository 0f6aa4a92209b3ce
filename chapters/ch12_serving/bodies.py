"""What a client gets: the bodies of OpenAI's protocol, whole or as server-sent events."""

import json
import time
import uuid

from .answer import Piece

DONE = "data: [DONE]\n\n"  # the last event of a stream that ended well


def event(body: dict) -> str:
    """One server-sent event. JSON has no line breaks of its own, so one data line is enough."""
    return f"data: {json.dumps(body, ensure_ascii=False)}\n\n"


class Bodies:
    """The bodies of one response, which all carry the same id.

    Attributes: prefix of the id; whole, part: the type's name of a whole body and of a streamed
    one. The class itself writes those of /v1/completions.
    """

    prefix = "cmpl"
    whole = part = "text_completion"

    def __init__(self, model: str):
        self.head = {"id": f"{self.prefix}-{uuid.uuid4().hex}", "created": int(time.time())}
        self.model = model

    def choice(self, piece: Piece) -> dict:
        """What was written after one prompt."""
        return {
            "index": piece.index,
            "text": piece.text,
            "logprobs": None,
            "finish_reason": piece.finish_reason,
        }

    def delta(self, piece: Piece) -> dict:
        """What was added after one prompt since the last event."""
        return self.choice(piece)

    def opening(self, num_prompts: int) -> list[dict]:
        """The events that come before any text."""
        return []

    def full(self, pieces: list[Piece], usage: dict) -> dict:
        """A whole response."""
        return self._body(self.whole, [self.choice(piece) for piece in pieces]) | {"usage": usage}

    def chunk(self, piece: Piece) -> dict:
        """One event of a stream."""
        return self._body(self.part, [self.delta(piece)])

    def last_chunk(self, usage: dict) -> dict:
        """The event with the usage: it has no choices, and comes before the end of the stream."""
        return self._body(self.part, []) | {"usage": usage}

    def _body(self, kind: str, choices: list[dict]) -> dict:
        return self.head | {"object": kind, "model": self.model, "choices": choices}


class ChatBodies(Bodies):
    """The bodies of /v1/chat/completions: a message, which a stream opens with its role."""

    prefix = "chatcmpl"
    whole, part = "chat.completion", "chat.completion.chunk"

    def choice(self, piece: Piece) -> dict:
        return {
            "index": piece.index,
            "message": {"role": "assistant", "content": piece.text},
            "logprobs": None,
            "finish_reason": piece.finish_reason,
        }

    def delta(self, piece: Piece) -> dict:
        delta = {"content": piece.text} if piece.text else {}
        return {"index": piece.index, "delta": delta, "finish_reason": piece.finish_reason}

    def opening(self, num_prompts: int) -> list[dict]:
        delta = {"role": "assistant", "content": ""}
        choices = [{"index": i, "delta": delta, "finish_reason": None} for i in range(num_prompts)]
        return [self._body(self.part, [choice]) for choice in choices]
