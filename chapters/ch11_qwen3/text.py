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

    A character may take several tokens, so it is held back until it is complete.
    """

    def __init__(self, decode: Callable[[list[int]], str]):
        self.decode = decode
        self.token_ids: list[int] = []
        self.num_given = 0

    def push(self, token_id: int) -> str:
        """The text that this token completes, often one word, sometimes nothing."""
        self.token_ids.append(token_id)
        text = self.decode(self.token_ids)
        return "" if text.endswith("\ufffd") else self._rest(text)

    def flush(self) -> str:
        """The text that is still held back."""
        return self._rest(self.decode(self.token_ids))

    def _rest(self, text: str) -> str:
        rest = text[self.num_given :]
        self.num_given = len(text)
        return rest
