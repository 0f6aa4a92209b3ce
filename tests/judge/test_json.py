"""The JSON of reports: the fields of schema "judge-report/1", with the types they promise."""

from __future__ import annotations

import json
from typing import Any

import pytest
from reports import REPORTS

from judge.records import Verdict
from judge.render import as_json

CAUSE = {"misconception": str, "title": str, "rationale": str, "help": str, "expected": str,
         "actual": str}  # fmt: skip
RANK = {"rank": int, "status": str, "exception": str, "where": str, "last_collective": str}
CASE = {"name": str, "task": str, "verdict": str, "tp": int, "message": str, "duration_ms": float,
        "replay": str, "cause": (CAUSE, None), "ranks": [RANK], "collectives": dict}  # fmt: skip
REPORT = {
    "schema": str,
    "verdict": str,
    "problem": {"number": int, "id": str, "title": str, "chapter": bool},
    "score": {"earned": int, "max": int},
    "run": {"seed": str, "tp": [int], "backend": str, "isolation": [str], "judge": str,
            "python": str, "torch": str, "duration_ms": float},
    "provided": [str],
    "cases": [CASE],
}  # fmt: skip


def fits(value: Any, wanted: Any) -> bool:
    """Whether a value has the shape of a schema; more fields may be there."""
    if isinstance(wanted, tuple):
        return any(value is None if kind is None else fits(value, kind) for kind in wanted)
    if isinstance(wanted, list):
        return isinstance(value, list) and all(fits(item, wanted[0]) for item in value)
    if isinstance(wanted, dict):
        return isinstance(value, dict) and all(
            key in value and fits(value[key], kind) for key, kind in wanted.items()
        )
    return type(value) in ((int, float) if wanted is float else (wanted,))


def read(name: str) -> Any:
    text = as_json.dumps(as_json.report_object(REPORTS[name]))
    return json.loads(text)


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_has_every_field_of_the_schema(name: str) -> None:
    found = read(name)
    assert found["schema"] == "judge-report/1"
    assert fits(found, REPORT)


@pytest.mark.parametrize("name", REPORTS)
def test_verdicts_are_words_of_the_schema(name: str) -> None:
    found = read(name)
    words = {verdict.value for verdict in Verdict}
    assert {found["verdict"], *(case["verdict"] for case in found["cases"])} <= words


def test_the_schema_check_itself_notices_a_missing_field_and_a_wrong_type() -> None:
    found = read("wrong_answer")
    assert fits(found, REPORT)
    assert not fits({**found, "score": {"earned": 1}}, REPORT)
    assert not fits({**found, "provided": [1]}, REPORT)
    assert not fits({**found, "problem": {**found["problem"], "chapter": 1}}, REPORT)


def test_values_are_those_of_the_report() -> None:
    found = read("wrong_answer")
    case = found["cases"][-1]
    assert found["problem"] == {
        "number": 2,
        "id": "ch02",
        "title": "linear layers",
        "chapter": True,
    }
    assert found["score"] == {"earned": 5, "max": 6}
    assert (found["run"]["seed"], found["run"]["tp"]) == ("7f3a", [1, 2, 4])
    assert (case["expected"], case["actual"]) == ("[[20, 46]]", "[[30, 66]]")
    assert case["cause"]["misconception"] == "bias-times-tp"
    assert case["collectives"] == {"all_reduce": {"count": 1, "bytes": 8}}
    assert case["where"]["line"] == 138
    assert found["cases"][0]["cause"] is None


def test_lone_surrogates_of_a_learner_do_not_break_strict_parsers() -> None:
    text = as_json.dumps(as_json.report_object(REPORTS["hostile"]))
    assert text.isascii()
    json.loads(text)["cases"][-1]["message"].encode("utf-8")


def test_progress_is_a_list_of_reports() -> None:
    reports = [REPORTS["accepted"], REPORTS["wrong_shard"]]
    found = json.loads(as_json.dumps(as_json.progress_object(reports)))
    assert found["schema"] == "judge-progress/1"
    assert [report["problem"]["id"] for report in found["problems"]] == ["ch02", "p199"]
    assert all(fits(report, REPORT) for report in found["problems"])
