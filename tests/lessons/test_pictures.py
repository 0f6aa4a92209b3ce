"""The blocks of a picture: the right ones, named as a reader would, and refused where none fit."""

import re

import numpy as np
import pytest
import torch
from packed import cut, drawn, packed, texts

from judge.blocks import UNKNOWN, UNWRITTEN, ZEROS, held, joined, ranks_text
from judge.lesson import draw_shards
from judge.provenance import Source


def rank_lines(picture):
    """What the words say of each rank."""
    found = re.findall(r"^rank \d+ \(.*?\): (.*)$", picture.words, re.MULTILINE)
    return [line.split(" | ") for line in found]


# which blocks


@pytest.mark.parametrize("tp", [1, 2, 4])
def test_the_double_cut_gives_each_rank_its_heads_of_every_part(tp):
    whole = packed(8, 4)
    q, kv = 8 // tp, 4 // tp
    for rank, held_here in enumerate(rank_lines(drawn(cut(whole, tp), whole))):
        spans = {"q": (q * rank, q * rank + q - 1)} | {
            name: (kv * rank, kv * rank + kv - 1) for name in "kv"
        }
        assert held_here == [
            f"{n} head {a}" if a == b else f"{n} heads {a}–{b}" for n, (a, b) in spans.items()
        ]


def test_a_packed_weight_cut_in_one_go_shows_what_each_rank_got_instead():
    whole = packed(4, 2)
    shards = torch.cat(list(whole.values())).chunk(2)
    assert rank_lines(drawn(shards, whole)) == [["q heads 0–3"], ["k heads 0–1", "v heads 0–1"]]


def test_replicas_are_marked_with_the_ranks_that_share_them():
    picture = drawn(cut(packed(8, 2), 4), packed(8, 2))
    assert "k head 0: replica on ranks 0, 1." in picture.words
    assert "v head 1: replica on ranks 2, 3." in picture.words
    assert "q head" not in picture.words.partition("replica")[2].replace("v head", "")
    assert "also rank 1" in texts(picture)


@pytest.mark.parametrize(("vocab", "tp"), [(10, 3), (5, 4), (7, 2)])
def test_rows_added_to_fill_a_shard_are_padding_and_not_part_of_the_table(vocab, tp):
    table = torch.arange(1.0, 2 * vocab + 1).reshape(vocab, 2)
    rows = -(-vocab // tp)
    filled = torch.cat([table, torch.zeros(rows * tp - vocab, 2)])
    lines = rank_lines(draw_shards(filled.split(rows), {"E": table}))
    assert [line.count("padding (zeros)") for line in lines] == [
        int(rows * (rank + 1) > vocab) for rank in range(tp)
    ]
    assert lines[0] == [f"E rows 0–{rows - 1}"]


def test_columns_are_called_columns():
    whole = torch.tensor([[1.0, 2, 3, 4], [5, 6, 7, 8]])
    lines = rank_lines(draw_shards(whole.chunk(2, 1), {"W": whole}, dim=1))
    assert lines == [["W columns 0–1"], ["W columns 2–3"]]


def test_a_bias_is_cut_along_its_only_dimension():
    bias = torch.tensor([10.0, 20, 30, 40])
    assert rank_lines(draw_shards(bias.chunk(2), {"b": bias})) == [
        ["b values 0–1"], ["b values 2–3"],
    ]  # fmt: skip


def test_half_a_head_is_told_by_its_rows():
    k = packed(2, 1)["k"]
    assert rank_lines(drawn(k.chunk(2), {"k": k})) == [["k row 0"], ["k row 1"]]


def test_equal_rows_go_to_the_rank_that_has_not_been_given_them():
    """gate is full of 1, up of 2: nothing else tells the halves apart."""
    gate, up = torch.ones(4, 3), torch.full((4, 3), 2.0)
    shards = [torch.cat([gate[:2], up[:2]])] * 2
    lines = rank_lines(draw_shards(shards, {"gate": gate, "up": up}))
    assert lines == [["gate rows 0–1", "up rows 0–1"], ["gate rows 2–3", "up rows 2–3"]]


def test_a_row_of_zeros_of_a_weight_is_no_padding():
    q = torch.arange(4.0).repeat_interleave(2)[:, None].repeat(1, 3)  # head h is full of h
    assert rank_lines(drawn(q.chunk(2), {"q": q})) == [["q heads 0–1"], ["q heads 2–3"]]


def test_what_no_rank_holds_and_what_is_of_no_weight_is_said():
    whole = torch.arange(1.0, 13).reshape(4, 3)
    bad = torch.tensor([[1.0, 2, 3], [9, 9, 9], [float("nan")] * 3])
    picture = draw_shards([bad, torch.empty(0, 3)], {"W": whole})
    assert rank_lines(picture) == [["W row 0", UNKNOWN, UNWRITTEN], ["nothing"]]
    assert "Held by no rank: W rows 1–3." in picture.words
    assert {"holds nothing", "no rank"} <= set(texts(picture))


def test_heads_of_different_sizes_may_be_named_by_weight():
    whole = packed(4, 2)
    picture = draw_shards(cut(whole, 2), whole, unit={"q": 2, "k": 2}, unit_name="head")
    assert rank_lines(picture)[1] == ["q heads 2–3", "k head 1", "v rows 2–3"]


def test_a_bfloat16_shard_is_found_in_its_float32_weight():
    whole = torch.arange(1.0, 9).reshape(4, 2)
    assert rank_lines(draw_shards([whole.bfloat16()[2:]], {"W": whole})) == [["W rows 2–3"]]


def test_many_heads_are_joined_so_that_their_labels_stay_readable():
    whole = {"q": torch.arange(2048.0)[:, None]}
    picture = draw_shards(whole["q"].chunk(2), whole, unit=64, unit_name="head", title="q_proj")
    assert [t for t in texts(picture) if "head" in t] == ["q heads 0–15", "q heads 16–31"] * 2
    picture = draw_shards(whole["q"].chunk(8), whole, unit=128, unit_name="head")
    assert "q head 15" in texts(picture)


@pytest.mark.parametrize(
    ("shards", "sources"),
    [([], {"W": torch.ones(1, 1)}), ([torch.ones(1, 1)], {}), ([torch.ones(1, 1, 1)], {"W": 1})],
)
def test_what_cannot_be_drawn_is_refused(shards, sources):
    with pytest.raises(ValueError):
        draw_shards(shards, sources)


# small things


def test_zeros_and_runs_are_found():
    whole = np.arange(1, 7, dtype=np.float32).reshape(3, 2)
    found = held([np.concatenate([whole[1:], np.zeros((2, 2))])], [Source("W", whole)])
    assert [(b.start, b.stop, b.what) for b in joined(found.ranks[0])] == [
        (0, 2, ""),
        (2, 4, ZEROS),
    ]


@pytest.mark.parametrize(
    ("ranks", "said"),
    [((), "no rank"), ((2,), "rank 2"), ((0, 1), "ranks 0, 1"), ((0, 1, 2), "ranks 0–2"),
     ((0, 2, 3), "ranks 0, 2, 3")],
)  # fmt: skip
def test_ranks_are_named(ranks, said):
    assert ranks_text(ranks) == said


def test_a_shape_of_one_dimension_is_written_as_python_does():
    norm = torch.tensor([1.0, 2, 3])
    assert "whole (3,)" in texts(draw_shards([norm, norm], {"norm": norm}))
