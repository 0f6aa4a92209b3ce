"""The walk of a token, and the timeline of the ranks' calls."""

import re

import pytest
from packed import stuck, texts

from judge.lesson import draw_timeline, draw_walk
from judge.records import Collective, GroupRun, RankRun, Verdict
from judge.render import svg_walk

# the walk


def test_the_walk_has_the_sizes_of_qwen3():
    said = draw_walk().words
    for fact in (
        "qkv_proj (2048, 1024) – rank 0: q heads 0–7, k and v heads 0–3",
        "o_proj (1024, 1024)", "gate_up_proj (3072, 1024)", "down_proj (1024, 1536)",
        "2,048 bytes for each token",
    ):  # fmt: skip
        assert fact in said
    assert said.count("ALL-REDUCE") == 2


def test_the_walk_can_be_paused_and_rests_for_readers_who_want_no_motion():
    text = draw_walk().svg
    assert 'type="checkbox"' in text and ":has(" in text and ":hover" in text
    assert re.search(r"prefers-reduced-motion:reduce\)\{#\w+ \.go\{animation:none\}", text)
    assert "prefers-color-scheme:dark" in text


def test_the_walk_refuses_what_two_ranks_cannot_share():
    sizes = {"hidden_size": 8, "num_attention_heads": 3, "num_key_value_heads": 2}
    with pytest.raises(ValueError, match="3 cannot be shared by 2 ranks"):
        draw_walk({**sizes, "intermediate_size": 8})
    with pytest.raises(ValueError, match="intermediate_size"):
        svg_walk.sizes_of(sizes)


# the timeline


def test_the_timeline_calls_no_message_that_did_not_arrive_a_divergence():
    ranks = []
    for rank in (0, 1):
        sends = Collective("send", (0, 1), (1,), "float32", 4, root=1 - rank, number=1)
        ranks.append(RankRun(rank, "waits", collectives=(sends,), waits_in=sends))
    picture = draw_timeline(GroupRun(2, Verdict.DEADLOCK, tuple(ranks)), "a case")
    assert "Did not arrive" in texts(picture)
    assert "divergence" not in picture.svg + picture.words


@pytest.mark.parametrize("size", [2, 3, 4, 16])
def test_the_timeline_marks_where_a_rank_is_missing(size):
    picture = draw_timeline(stuck(size), "a case")
    assert "First divergence" in texts(picture)
    assert "stroke-dasharray:7 5" in picture.svg
    assert "First divergence, at call 2" in picture.words
    assert "rank 1   has returned" in picture.words


def test_calls_that_all_ranks_made_are_one_bar_and_nothing_is_marked():
    call = Collective("all_reduce", (0, 1), (2,), "float32", 8, "sum", number=1)
    ranks = tuple(RankRun(r, "returned", collectives=(call,)) for r in (0, 1))
    picture = draw_timeline(GroupRun(2, Verdict.ACCEPTED, ranks))
    assert texts(picture).count("all_reduce of [2] float32") == 1
    assert "divergence" not in picture.svg


def test_a_timeline_without_calls_says_so():
    ranks = tuple(RankRun(r, "returned") for r in (0, 1))
    drawn = draw_timeline(GroupRun(2, Verdict.ACCEPTED, ranks)).svg
    assert "No rank called a collective of the judge's group." in drawn
