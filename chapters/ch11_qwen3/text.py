"""Between text and token ids: the tokenizer of a checkpoint, and text as it is made."""

import json
from collections.abc import Callable
from pathlib import Path

from tokenizers import Tokenizer


def read_tokenizer(directory: str | Path) -> Tokenizer | None:
    """The tokenizer of a checkpoint, from its tokenizer.json; None when there is none."""
    path = Path(directory) / "tokenizer.json"
    if not path.is_file():
        return None
    try:
        return Tokenizer.from_file(str(path))
    except Exception as error:  # the package raises plain Exception
        raise ValueError(f"{path} is not a tokenizer: {error}") from None


def read_eos_ids(directory: str | Path) -> frozenset[int]:
    """The ids that end a text; generation_config.json goes before config.json. May be empty."""
    for name in ["generation_config.json", "config.json"]:
        path = Path(directory) / name
        if path.is_file():
            found = json.loads(path.read_text(encoding="utf-8")).get("eos_token_id")
            if found is not None:
                return frozenset([found] if isinstance(found, int) else found)
    return frozenset()


class TextStream:
    """Turns tokens into text piece by piece: the pieces add up to the text of all tokens.

    A character may take several tokens, so it is held back until it is complete. Decoded again are
    only the tokens of the last piece, which may decide whether the next begins with a space.
    """

    def __init__(self, decode: Callable[[list[int]], str]):
        self.decode = decode
        self.given: list[int] = []  # the tokens of the last piece
        self.held: list[int] = []  # those after it

    def push(self, token_id: int) -> str:
        """The text that this token completes, often one word, sometimes nothing."""
        self.held.append(token_id)
        piece = self._text_of_held()
        return "" if piece.endswith("\ufffd") else self._give(piece)

    def flush(self) -> str:
        """The text that is still held back."""
        return self._give(self._text_of_held())

    def _text_of_held(self) -> str:
        return self.decode(self.given + self.held)[len(self.decode(self.given)) :]

    def _give(self, piece: str) -> str:
        if piece:
            self.given, self.held = self.held, []
        return piece
