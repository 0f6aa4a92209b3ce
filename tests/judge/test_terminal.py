"""Screens of reports, compared with the texts in golden/.

`UPDATE_GOLDEN=1 python -m pytest tests/judge/test_terminal.py` writes them anew: read the diff.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from reports import REPORTS, ROW_BIAS, STUCK, failing, passed, report, stopped

from judge.records import CaseReport, Report, Verdict
from judge.render import svg, terminal
from judge.render.layout import Screen, fit_characters, fold, printable
from judge.render.terminal import Steps

GOLDEN = Path(__file__).parent / "golden"
SCREENS = {"80": Screen(80), "40": Screen(40), "ascii": Screen(80, ascii=True)}
COMMAND = "python practice/judge.py"


def screen_text(report: Report, screen: Screen) -> str:
    name = report.problem.id.removeprefix("p")
    steps = Steps(
        again=f"{COMMAND} {name}",
        then=f"{COMMAND} next",
        then_todo="ch03.1 where a part begins, chapters/ch03_merged_linear/merged_linear.py:25",
        todo="ch02.6 row forward, chapters/ch02_linear/linear.py:124",
    )
    lines = terminal.whole(report, steps, screen)
    return "".join(fit_characters(line, screen) + "\n" for line in lines)


@pytest.mark.parametrize("kind", SCREENS)
@pytest.mark.parametrize("name", REPORTS)
def test_a_screen_is_the_golden_one(name: str, kind: str) -> None:
    text = screen_text(REPORTS[name], SCREENS[kind])
    golden = GOLDEN / f"{name}.{kind}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_no_golden_screen_is_left_over() -> None:
    wanted = {f"{name}.{kind}.txt" for name in REPORTS for kind in SCREENS}
    assert {path.name for path in GOLDEN.iterdir()} == wanted


@pytest.mark.parametrize("name", REPORTS)
@pytest.mark.parametrize("width", [30, 40, 57, 80, 110])
def test_no_line_is_wider_than_the_screen_but_for_commands(name: str, width: int) -> None:
    for line in screen_text(REPORTS[name], Screen(width)).splitlines():
        assert len(line) <= width or COMMAND in line


@pytest.mark.parametrize("name", REPORTS)
@pytest.mark.parametrize("width", [30, 40, 80])
def test_the_last_line_holds_a_whole_command(name: str, width: int) -> None:
    last = screen_text(REPORTS[name], Screen(width)).splitlines()[-1]
    command = last[last.index(COMMAND) :].split()
    assert len(command) >= 3


@pytest.mark.parametrize("name", REPORTS)
def test_an_ascii_console_gets_ascii(name: str) -> None:
    assert screen_text(REPORTS[name], Screen(60, ascii=True)).isascii()


@pytest.mark.parametrize("name", REPORTS)
def test_nothing_on_a_screen_moves_the_cursor_or_turns_the_text(name: str) -> None:
    text = screen_text(REPORTS[name], Screen(80))
    assert all(c.isprintable() for line in text.split("\n") for c in line)


def test_characters_that_hide_text_are_shown_as_escapes() -> None:
    assert printable("a\x1b[31mb\rc\u202ed\ud800") == r"a\x1b[31mb\rc\u202ed\ud800"
    assert printable("two\nlines, né 中") == "two\nlines, né 中"


def test_the_verdict_of_a_task_is_that_of_its_first_failing_case() -> None:
    fine = CaseReport("a", "ch02.6", Verdict.ACCEPTED, 1)
    open_ = CaseReport("b", "ch02.6", Verdict.NOT_STARTED, 1)
    wrong = CaseReport("c", "ch02.6", Verdict.DEADLOCK, 2)
    assert terminal.task_verdict([fine, fine]) is Verdict.ACCEPTED
    assert terminal.task_verdict([fine, open_]) is Verdict.NOT_STARTED
    assert terminal.task_verdict([fine, open_, wrong, ROW_BIAS]) is Verdict.DEADLOCK


def test_two_cases_that_fail_alike_are_both_cases_not_all_2() -> None:
    wrong = CaseReport("a", "ch02.6", Verdict.WRONG_ANSWER, 1)
    text = screen_text(report(Verdict.WRONG_ANSWER, 6, wrong, replace(wrong, tp=2)), Screen(80))
    assert "wrong answer in both cases\n" in text


def test_a_tie_counts_as_passed() -> None:
    tie = CaseReport("tokens", "ch02.6", Verdict.TIE, 2)
    assert terminal.task_verdict([tie]) is Verdict.ACCEPTED
    text = screen_text(report(Verdict.ACCEPTED, 6, tie), Screen(80))
    assert "  PASS  ch02.6 row forward        1 case\n" in text


def test_every_verdict_has_a_word_of_its_own_or_is_a_plain_pass_or_fail() -> None:
    from judge.render import words

    leading = {verdict: words.leading(verdict) for verdict in Verdict}
    assert len(set(leading.values())) == len(Verdict) - 2  # a tie is a PASS, a contract a FAIL
    for verdict in Verdict:
        assert verdict in words.PASSED or words.phrase(verdict)


def test_ranks_that_did_the_same_share_a_line() -> None:
    from judge.records import RankReport

    waits = [RankReport(r, "waits", "", "linear.py:9", "all_reduce #1 of [2]") for r in range(3)]
    case = stopped(Verdict.IDLE_LIMIT, "Nothing moved for 10 s.", ranks=(
        *waits, RankReport(3, "running", "", "linear.py:7")))  # fmt: skip
    text = screen_text(failing(case), Screen(100))
    assert "    ranks 0–2   wait in all_reduce #1 of [2]     linear.py:9\n" in text
    assert "    rank 3   is still running     linear.py:7\n" in text


def test_what_the_message_says_of_the_ranks_is_not_said_twice() -> None:
    text = screen_text(REPORTS["deadlock"], Screen(110))
    assert STUCK.splitlines()[0] in text
    assert text.count("waits in") == 1


def test_a_long_message_and_a_long_value_are_capped() -> None:
    long = "\n".join(f"line {i}" for i in range(100))
    case = replace(ROW_BIAS, message=long, actual=long, expected=long)
    lines = screen_text(failing(case), Screen(80)).splitlines()
    assert len(lines) < 50
    assert sum("more lines)" in line for line in lines) == 3


def test_of_a_problem_that_failed_only_the_first_table_is_shown() -> None:
    """What is wrong stays on the screen."""
    tables = ("tokens  12 of 12", "dimension  whole")
    done = screen_text(report(Verdict.ACCEPTED, 6, *passed("ch02.6"), tables=tables), Screen(80))
    wrong = screen_text(report(Verdict.WRONG_ANSWER, 0, ROW_BIAS, tables=tables), Screen(80))
    assert all(table in done for table in tables)
    assert tables[0] in wrong and tables[1] not in wrong


def test_tables_of_a_case_are_shown_as_they_are() -> None:
    table = "          tp=1   tp=2\n  tokens  8 of 8 8 of 8"
    text = screen_text(report(Verdict.ACCEPTED, 6, *passed("ch02.6"), tables=(table,)), Screen(80))
    assert f"\n{table}\n" in text


def test_an_endless_word_is_folded_in_no_time_and_capped() -> None:
    lines = fold("x" * 5_000_000, Screen(80))
    assert sum(map(len, lines)) < 11_000 and lines[-1].endswith("…")


def test_the_command_for_another_failed_task_keeps_the_path_as_it_is() -> None:
    other = replace(ROW_BIAS, task="ch02.3")
    found = replace(failing(ROW_BIAS), cases=(ROW_BIAS, other))
    file = "/tmp/my-ch02.py"
    steps = Steps(again=f"{COMMAND} ch02 {file}", then="", files=f" {file}")
    lines = terminal.cause(found, steps, Screen(200))
    assert f"{COMMAND} ch02.3 {file}" in "\n".join(lines)


def test_a_picture_with_control_characters_is_valid_xml() -> None:
    picture = svg.text(0, 0, "a\x00\x1b[2Jb") + svg.rect(0, 0, 1, 1, "", "\x07")
    ElementTree.fromstring(f"<svg>{picture}</svg>")
