"""Answers that no drive gives, sent with the right token, are the code's fault and not the judge's.

The code finds the token in its caller's frames and writes a frame of its own.
"""

from dataclasses import replace

import pytest

from judge import catalog, choose
from judge.grade import Options, Session
from judge.records import Submission

P199 = catalog.find("199")
LEARNERS = ("contract_violation", "wrong_answer", "runtime_error")  # whatever is noticed first
FORGE = """

import json
import os
import signal
import struct
import sys


def answer(values, arrays=(), body=b""):
    frame = sys._getframe()
    while "message" not in frame.f_locals or "token" not in frame.f_locals["message"]:
        frame = frame.f_back
    token = frame.f_locals["message"]["token"]
    said = {"kind": "returned", "token": token, "values": values, "violations": [], "where": None}
    head = json.dumps({"message": said, "arrays": list(arrays)}).encode()
    for fd in range(3, 64):
        try:
            os.write(fd, struct.pack("<QQ", len(head), len(body)) + head + body)
        except OSError:
            pass
    if values == {"outcomes": 5}:
        signal.pause()
    os._exit(0)
"""


def grade(session, tmp_path, function, case):
    """The report of problem 199 where one function is replaced."""
    text = (catalog.solution_home(P199) / P199.files[0]).read_text() + FORGE
    (tmp_path / P199.files[0]).write_text(text + function)
    return session.grade(P199, Submission(tmp_path), Options(tp=(1,), case=case, seed="forged"))


@pytest.mark.parametrize(
    "values",
    [
        "{}",
        "{'outcomes': 6}",
        "{'outcomes': None}",
        "{'outcomes': []}",
        "{'outcomes': [{}] * 3}",
        "{'outcomes': [[1, 2]] * 3}",
        "{'outcomes': [{'raises': [], 'message': 1}] * 3}",
        "{'outcomes': [{'value': 10 ** 4000}] * 3}",
        "{'outcomes': [{'value': float('nan')}] * 3}",
        "{'outcomes': {'value': {'value': {}}}}",
    ],
)
@pytest.mark.parametrize("case", ["div-even", "div-even-refuses"])
def test_values_of_another_form_are_not_the_judges_fault(session, tmp_path, values, case):
    function = f"\n\ndef div_even(a, b, allow_replicate=False):\n    answer({values})\n"
    report = grade(session, tmp_path, function, case)
    assert report.verdict in LEARNERS, report.message


@pytest.mark.parametrize(
    "values, arrays, body",
    [
        ("{}", "[]", "b''"),
        ("{'shard': {}, 'extra shard': {}}", "[]", "b''"),
        ("{'extra shard@0': 10 ** 400}", "[['shard@0', 'float32', []]]", "bytes(4)"),
        ("{}", "[['shard@0', 'complex64', [1]]]", "bytes(8)"),
        ("{}", "[['shard@9', 'bool', [0, 3]], ['@', 'int8', []]]", "bytes(1)"),
    ],
)
def test_arrays_of_another_form_are_not_the_judges_fault(session, tmp_path, values, arrays, body):
    function = f"\n\ndef shard_tensor(*_):\n    answer({values}, {arrays}, {body})\n"
    report = grade(session, tmp_path, function, "q-rows")
    assert report.verdict in LEARNERS, report.message


def test_nothing_explains_a_forged_answer(session, tmp_path):
    function = "\n\ndef div_even(a, b, allow_replicate=False):\n    answer({'outcomes': 5})\n"
    report = session.diagnose(grade(session, tmp_path, function, "div-even-example"))
    assert report.verdict == "contract_violation" and report.cases[0].cause is None


def test_the_message_names_what_is_formed_differently(session, tmp_path):
    function = "\n\ndef div_even(a, b, allow_replicate=False):\n    answer({'outcomes': 5})\n"
    report = grade(session, tmp_path, function, "div-even-example")
    assert "outcomes on rank 0" in report.cases[0].message


def broken(name):
    """The hidden cases, one of them with a check that divides by zero."""
    cases = choose.hidden_side(P199).CASES
    return [replace(c, check=lambda inputs, run: 1 // 0) if c.name == name else c for c in cases]


@pytest.mark.parametrize("body", ["a // b", "a + b"])
def test_a_check_that_raises_on_a_well_formed_answer_is_the_judges_fault(
    session, tmp_path, monkeypatch, body
):
    monkeypatch.setattr(choose.hidden_side(P199), "CASES", broken("div-even"))
    function = f"\n\ndef div_even(a, b, allow_replicate=False):\n    return {body}\n"
    report = grade(session, tmp_path, function, "div-even")
    assert report.verdict == "judge_error" and "ZeroDivisionError" in report.message
