"""Predictions: asked for, and then compared with the answer."""

import pytest
import torch

from judge.lesson import predict


def said(capsys, *arguments):
    predict(*arguments)
    return capsys.readouterr().out


def test_no_prediction_is_asked_for(capsys):
    assert "No prediction yet" in said(capsys, ..., [4, 3])


@pytest.mark.parametrize(
    ("prediction", "answer"),
    [
        ([4, 3], [4, 3]),
        ((4, 3), torch.Size([4, 3])),
        ([[1, 2]], torch.tensor([[1.0, 2.0]])),
        (57, torch.tensor(57)),
        ([0, 1], range(2)),
        (0.333, 1 / 3),
        ("All-Reduce ", "all-reduce"),
        ({"gather": 1}, {"gather": 1}),
    ],
)
def test_the_same_value_in_another_form_is_right(capsys, prediction, answer):
    assert said(capsys, prediction, answer).startswith("Right: ")


@pytest.mark.parametrize(
    ("prediction", "answer"),
    [
        ([4, 3], [4, 4]),
        ([4], [4, 3]),
        (4, [4]),
        (151936, 151937),
        (0.3, 1 / 3),
        ("a", 1),
        (None, 0.5),
    ],
)
def test_another_value_is_shown_beside_the_answer(capsys, prediction, answer):
    shown = said(capsys, prediction, answer)
    assert shown.startswith("Not so.")
    assert str(prediction) in shown
    assert str(answer) in shown


def test_the_reason_follows_a_prediction_and_not_the_question(capsys):
    assert "because" not in said(capsys, ..., 1, "because")
    assert said(capsys, 1, 1, "because").endswith("because\n")
