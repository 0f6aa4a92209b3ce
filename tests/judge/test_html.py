"""Reports as HTML: the same words as on the terminal, nothing that runs, nothing from outside."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from reports import REPORTS, ROW_BIAS, failing

from judge.render import html, terminal
from judge.render.layout import Screen
from judge.render.terminal import Steps

STEPS = Steps(again="python practice/judge.py ch02", then="python practice/judge.py next")
EMPTY = {"br", "img"}


class Page(HTMLParser):
    """Text, tags in order, and whether each is closed where it should be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.said, self.tags, self.open = "", set(), []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        if tag not in EMPTY:
            self.open.append(tag)
        assert not any(name.startswith("on") or name in ("src", "href") for name, _ in attributes)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.said += data + " "


def words_of(text: str) -> list[str]:
    return re.findall(r"\w+", text)


@pytest.mark.parametrize("name", REPORTS)
def test_a_page_says_what_the_terminal_says(name: str) -> None:
    page = Page(html.verdict(REPORTS[name], STEPS))
    lines = terminal.whole(REPORTS[name], STEPS, Screen(10_000))
    missing = set(words_of("\n".join(lines))) - set(words_of(page.said))
    assert missing == set()
    assert page.tags <= {"div", "span", "b", "br", "table", "tr", "td", "pre", "p"}


def test_what_learners_code_says_is_text_and_no_markup() -> None:
    case = replace(ROW_BIAS, message="<script>alert(1)</script> & \x1b[2J")
    page = html.verdict(failing(case), STEPS)
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "\x1b" not in page


def test_a_verdict_is_said_by_a_word_and_not_by_its_colour_alone() -> None:
    for name, found in REPORTS.items():
        assert words_of(Page(html.verdict(found, STEPS)).said), name
    assert "FAIL" in Page(html.verdict(failing(ROW_BIAS), STEPS)).said


def test_ranks_stand_side_by_side_with_what_stopped_them() -> None:
    page = html.ranks([("rank 0", "<1>"), ("rank 1", "two")], "DEADLOCK\n  rank 0 waits")
    assert "&lt;1&gt;" in page
    assert Page(page).said.index("two") < Page(page).said.index("DEADLOCK")
