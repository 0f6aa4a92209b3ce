"""The learner's own shards beside the expected ones."""

import numpy as np
import torch
from packed import cut, packed, sources, texts

from judge.blocks import compared
from judge.provenance import Source
from judge.records import CaseReport, Report, RunInfo, Verdict
from judge.render import svg_report

# a report


def of_report(verdict, **fields):
    from judge import catalog

    case = CaseReport("load", "ch03.3", verdict, 2, title="QKV loader", **fields)
    return Report(catalog.find("ch03"), verdict, 0, 1, RunInfo("7f3a", (2,)), (case,))


def packed_mistake():
    whole = packed(4, 2)
    wrong = [shard.numpy() for shard in torch.cat(list(whole.values())).chunk(2)]
    return compared("weight", wrong, [s.numpy() for s in cut(whole, 2)], sources(whole))


def test_a_failing_loader_is_drawn_beside_what_it_should_hold():
    picture = svg_report.picture(of_report(Verdict.WRONG_ANSWER, shards=packed_mistake()))
    assert picture.words.startswith("weight holds:\nWhole: q (8, 3)")
    held_words, should = picture.words.split("It should hold:")
    assert "rank 0 (8, 3): q heads 0–3" in held_words
    assert "rank 0 (8, 3): q heads 0–1 | k head 0 | v head 0" in should
    assert texts(picture).count("≠") == 2 + 3  # q heads 2 and 3; both k heads, v head 0


def test_only_ranks_that_differ_are_drawn_and_the_others_named():
    whole = packed(8, 2)
    right = [shard.numpy() for shard in cut(whole, 4)]
    both = compared("weight", [*right[:3], right[2]], right, sources(whole))
    assert svg_report.differing(both) == [3]
    picture = svg_report.picture(of_report(Verdict.WRONG_ANSWER, shards=both))
    assert "rank 3" in texts(picture) and "rank 0" not in texts(picture)
    assert any("As they should be: ranks 0–2" in text for text in texts(picture))


def test_a_shard_of_another_shape_or_a_missing_one_is_still_drawn():
    whole = packed(4, 2)
    right = [shard.numpy() for shard in cut(whole, 2)]
    both = compared("weight", [right[0].T.copy(), np.empty(0)], right, sources(whole))
    picture = svg_report.picture(of_report(Verdict.WRONG_ANSWER, shards=both))
    assert svg_report.differing(both) == [0, 1]
    assert "holds nothing" in texts(picture)


def test_nothing_is_drawn_where_nothing_can_be_read_back():
    numbers = [np.arange(6, dtype=np.float32).reshape(2, 3)]
    assert compared("y", numbers, numbers, [Source("W", np.full((2, 3), 9.0))]) is None
    assert svg_report.picture(of_report(Verdict.WRONG_ANSWER)) is None
    assert svg_report.picture(of_report(Verdict.ACCEPTED, shards=packed_mistake())) is None
