"""Finds stop strings in text that arrives in pieces."""

from collections.abc import Sequence


class StopFinder:
    """Passes text on up to the stop string that is complete first; found: there was one.

    A stop string may begin in one piece and end in another, so the end of the text is held back
    while it could be the beginning of one.

    With the stop "END": push("an E") gives "an ", push("Nx") gives "ENx", push("y END z") "y ".
    """

    def __init__(self, stops: Sequence[str]):
        self.stops = tuple(stops)
        self.held = ""
        self.found = False

    def push(self, piece: str) -> str:
        """The text that is certain now: no stop string can begin in it. Nothing once found."""
        if self.found:
            return ""
        text = self.held + piece
        places = [(text.find(stop), len(stop)) for stop in self.stops if stop in text]
        self.found = bool(places)
        # What is complete first counts, however the text came in pieces.
        ends = [(start + length, start) for start, length in places]
        end = min(ends)[1] if ends else len(text) - self._num_open(text)
        self.held = "" if self.found else text[end:]
        return text[:end]

    def flush(self) -> str:
        """What is still held back, when no more text comes."""
        held, self.held = self.held, ""
        return held

    def _num_open(self, text: str) -> int:
        """How many characters at the end of text begin a stop string, the longest such."""
        longest = max((len(stop) for stop in self.stops), default=1) - 1
        for size in range(min(longest, len(text)), 0, -1):
            if any(stop.startswith(text[-size:]) for stop in self.stops):
                return size
        return 0
