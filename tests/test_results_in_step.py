"""bench/RESULTS.md says what bench/results/ holds, and a ratio is one of two in a round."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bench"))

import neighbours  # noqa: E402
import paired  # noqa: E402
import report  # noqa: E402


def test_the_page_says_what_the_files_say():
    page = report.PAGE.read_text(encoding="utf-8")
    assert report.SECTION.search(page)
    assert page == report.renewed(page), "run: python bench/report.py"


def test_every_comparison_is_told_on_the_page():
    page = report.PAGE.read_text(encoding="utf-8")
    missing = [p.name for p in (ROOT / "bench").glob("bench_*.py") if p.name not in page]
    assert not missing


def test_sides_take_turns_and_the_first_turn_is_dropped(monkeypatch):
    monkeypatch.setattr(paired, "undisturbed", lambda turn: (turn(), 0.0))
    calls = []
    sides = {name: lambda name=name: calls.append(name) or float(len(calls)) for name in "ab"}
    assert paired.take_turns(sides, rounds=2) == {"a": [3, 5], "b": [4, 6]}
    assert "".join(calls) == "ababab"


def test_a_ratio_is_taken_round_by_round_and_against_its_target():
    part = paired.Part()
    part.add("s", {"one": [2.0, 30.0, 4.0], "other": [1.0, 10.0, 2.0]})
    part.compare("one / other", "one", "other", at_least=2.5)
    part.compare("one / missing", "one", "missing")
    (ratio,) = part.ratios
    assert ratio.values == [2, 3, 2]
    assert report.target(ratio) == "≥ 2.5, missed"


def test_a_part_that_is_measured_again_leaves_the_others(tmp_path):
    for name, value in [("a", 1.0), ("b", 2.0), ("a", 3.0)]:
        part = paired.Part()
        part.add("s", {"row": [value]})
        paired.save(tmp_path, "q", name, part)
    kept = paired.load(tmp_path, "q")
    assert {name: part.rows for name, part in kept.items()} == {
        "a": {"row": [3.0]},
        "b": {"row": [2.0]},
    }


@pytest.mark.parametrize(
    ("value", "text"), [(1234.5, "1,234"), (12.34, "12.3"), (1.234, "1.23"), (0.01234, "0.0123")]
)
def test_numbers_are_told_in_three_digits(value, text):
    assert report.number(value) == text


def test_what_could_not_run_is_told_in_its_own_words(tmp_path):
    part = paired.Part()
    part.errors["a peer"] = "ImportError: no module named peer"
    paired.save(tmp_path, "q", "all", part)
    page = report.renewed("<!-- begin q all -->\n<!-- end -->\n", tmp_path)
    assert "Could not run: a peer" in page and "ImportError: no module named peer" in page


@pytest.mark.parametrize(
    ("cores", "taken", "counts"), [([0.0, 0.0], 1, 0), ([1.0, 0.05, 0.0], 2, 1), ([2, 1, 3], 3, 1)]
)
def test_a_turn_that_others_disturb_is_taken_again(cores, taken, counts, monkeypatch):
    turns = iter(range(9))
    monkeypatch.setattr(neighbours, "watched", lambda turn: (turn(), cores[next(turns)]))
    monkeypatch.setattr(neighbours, "PAUSE_S", 0)
    values = iter("abc")
    value, others = neighbours.undisturbed(lambda: next(values))
    assert next(turns) == taken
    assert (value, others) == ("abc"[counts], cores[counts])


def test_targets_stand_beside_those_of_the_other_machine_and_what_misses_is_in_bold(tmp_path):
    for folder, seconds in [(tmp_path, 4.0), (tmp_path / "other", 9.0)]:
        folder.mkdir(exist_ok=True)
        part = paired.Part()
        part.add("s", {"one": [seconds], "other": [2.0]})
        part.compare("one / other", "one", "other", at_least=3)
        part.compare("other / one", "other", "one")
        paired.save(folder, "speed", "tp2", part)
    rows = report.targets(tmp_path).splitlines()[2:]
    assert rows == ["| speed tp2 | one / other | **2.00** | 4.50 | ≥ 3 |"]
