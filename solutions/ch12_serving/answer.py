"""One HTTP request while it is answered: its prompts, their text so far, and where each ends.

Nothing here knows HTTP or ranks. Tokens come in from the batch loop, pieces of text go out through
a queue that the endpoint reads. Both run on the one event loop, so nothing needs a lock.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass

from ..ch11_qwen3.sampling_params import SamplingParams
from ..ch11_qwen3.text import TextStream
from .stop_strings import StopFinder


@dataclass(frozen=True)
class Piece:
    """Text that was added to a prompt's answer. finish_reason is None until the last piece."""

    index: int  # which of the request's prompts
    text: str
    finish_reason: str | None = None  # "stop": a stop string or end-of-text; "length": max_tokens


class Answer:
    """What is written after one prompt. num_tokens counts all tokens, the end-of-text one too."""

    def __init__(
        self,
        index: int,
        prompt_ids: list[int],
        params: SamplingParams,
        text: TextStream,
        stop: StopFinder,
        eos_ids: frozenset[int],
        pieces: "asyncio.Queue[Piece | Exception]",
    ):
        """pieces: where the text goes, shared by all prompts of the request."""
        self.index = index
        self.prompt_ids = prompt_ids
        self.params = params
        self.text = text
        self.stop = stop
        self.eos_ids = frozenset() if params.ignore_eos else eos_ids
        self.num_tokens = 0
        self._pieces = pieces

    def push(self, token: int) -> bool:
        """Take the next token, and put the text that it completes on the queue.

        Returns whether this was the last token. With the last one comes all text that was held
        back. An end-of-text token has no text of its own. A stop string and what follows it are
        cut off.
        """
        self.num_tokens += 1
        is_eos = token in self.eos_ids
        is_last = is_eos or self.num_tokens == self.params.max_tokens
        text = "" if is_eos else self.stop.push(self.text.push(token))
        if is_last:
            text += self.stop.push(self.text.flush())
            text += self.stop.flush()
        reason = None
        if self.stop.found or is_eos:
            reason = "stop"
        elif is_last:
            reason = "length"
        if text or reason:
            self._pieces.put_nowait(Piece(self.index, text, reason))
        return reason is not None

    def fail(self, error: Exception) -> None:
        """End the answer with an error, raised where its pieces are read."""
        self._pieces.put_nowait(error)


class AnswerSet:
    """The answers to all prompts of one request, read as one stream of pieces."""

    def __init__(
        self,
        prompts: Sequence[tuple[list[int], SamplingParams]],
        stops: Sequence[str],
        decode: Callable[[list[int]], str],
        eos_ids: frozenset[int],
    ):
        """prompts: (ids, params) of each. decode: from ids to text. stops: see StopFinder."""
        self._pieces: asyncio.Queue[Piece | Exception] = asyncio.Queue()
        self.answers = [
            Answer(i, ids, params, TextStream(decode), StopFinder(stops), eos_ids, self._pieces)
            for i, (ids, params) in enumerate(prompts)
        ]

    async def pieces(self) -> AsyncIterator[Piece]:
        """Every piece as it is made, of all prompts, until each has had its last one."""
        num_open = len(self.answers)
        while num_open:
            piece = await self._pieces.get()
            if isinstance(piece, Exception):
                raise piece
            num_open -= piece.finish_reason is not None
            yield piece

    async def collect(self) -> list[Piece]:
        """One piece for each prompt, with its whole text and its finish_reason."""
        texts = [""] * len(self.answers)
        reasons = [""] * len(self.answers)
        async for piece in self.pieces():
            texts[piece.index] += piece.text
            reasons[piece.index] = piece.finish_reason or ""
        return [Piece(i, *ends) for i, ends in enumerate(zip(texts, reasons, strict=True))]

    def usage(self) -> dict[str, int]:
        """How many tokens were read and written so far, as OpenAI's protocol counts them."""
        read = sum(len(answer.prompt_ids) for answer in self.answers)
        written = sum(answer.num_tokens for answer in self.answers)
        return {
            "prompt_tokens": read,
            "completion_tokens": written,
            "total_tokens": read + written,
        }
