"""The pictures of a lesson: the right blocks, well-formed, readable, and the same in words."""

from __future__ import annotations

import base64
import re
from xml.etree import ElementTree

import numpy as np
import pytest
import torch

from judge.blocks import UNKNOWN, UNWRITTEN, ZEROS, compared, held, joined, ranks_text
from judge.lesson import draw_shards, draw_timeline, draw_walk
from judge.provenance import Source
from judge.records import CaseReport, Collective, GroupRun, RankRun, Report, RunInfo, Verdict
from judge.render import svg, svg_report, svg_walk

SVG = "{http://www.w3.org/2000/svg}"
HEAD_DIM, HIDDEN = 2, 3


def packed(heads, kv_heads):
    """q, k and v of numbers that occur once."""
    sizes = [heads * HEAD_DIM, kv_heads * HEAD_DIM, kv_heads * HEAD_DIM]
    numbers = torch.arange(1.0, 1 + sum(sizes) * HIDDEN).reshape(-1, HIDDEN)
    return dict(zip("qkv", numbers.split(sizes), strict=True))


def cut(whole, tp):
    """The right shards: each part by heads, KV heads replicated where there are fewer than tp."""
    kv_heads = len(whole["k"]) // HEAD_DIM
    parts = []
    for rank in range(tp):
        of_kv = (min(tp, kv_heads), rank * min(tp, kv_heads) // tp)
        where = {"q": (tp, rank), "k": of_kv, "v": of_kv}
        parts.append(torch.cat([whole[n].chunk(of)[at] for n, (of, at) in where.items()]))
    return parts


def drawn(shards, whole, **options):
    return draw_shards(shards, whole, unit=HEAD_DIM, unit_name="head", **options)


def rank_lines(picture):
    """What the words say of each rank."""
    found = re.findall(r"^rank \d+ \(.*?\): (.*)$", picture.words, re.MULTILINE)
    return [line.split(" | ") for line in found]


def texts(picture):
    """Each line of text that the picture shows."""
    found = ElementTree.fromstring(picture.svg).iter(f"{SVG}text")
    return ["".join(element.itertext()).replace("\N{NO-BREAK SPACE}", " ") for element in found]


PICTURES = {
    "double cut": lambda: drawn(cut(packed(4, 2), 2), packed(4, 2)),
    "replicas": lambda: drawn(cut(packed(8, 2), 4), packed(8, 2), title="8 < 9 & more"),
    "columns": lambda: draw_shards(
        torch.arange(1.0, 33).reshape(2, 16).chunk(16, 1),
        {"W": torch.arange(1.0, 33).reshape(2, 16)},
        dim=1,
    ),
    "calls": lambda: draw_timeline(stuck()),
    "walk": draw_walk,
}
EACH_PICTURE = pytest.mark.parametrize("make", PICTURES.values(), ids=PICTURES)


def stuck(size=2):
    """Rank 1 returned while the others wait in their second all_reduce."""
    calls = [
        Collective("all_reduce", tuple(range(size)), (3, 4), "float32", 48, "sum", number=n)
        for n in (1, 2)
    ]
    waits = [RankRun(r, "waits", collectives=tuple(calls), waits_in=calls[1]) for r in range(size)]
    waits[1] = RankRun(1, "returned", collectives=tuple(calls[:1]))
    return GroupRun(size, Verdict.DEADLOCK, tuple(waits))


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


# the SVG itself


@EACH_PICTURE
def test_a_picture_is_well_formed_and_says_the_same_in_words(make):
    picture = make()
    root = ElementTree.fromstring(picture.svg)
    assert root.find(f"{SVG}title").text
    assert root.find(f"{SVG}desc").text == picture.words
    assert picture._repr_svg_() == picture.svg
    assert repr(picture) == picture.words
    bundle = picture._repr_mimebundle_()
    assert bundle["text/plain"] == picture.words
    assert "<script" not in picture.svg


@EACH_PICTURE
def test_a_picture_is_the_same_each_time_and_two_on_a_page_do_not_meet(make):
    assert make().svg == make().svg
    ids = [set(re.findall(r' id="([^"]+)"', other().svg)) for other in PICTURES.values()]
    assert len(set.union(*ids)) == sum(map(len, ids))
    used = set(re.findall(r"url\(#([^)]+)\)", make().svg))
    assert used <= set(re.findall(r' id="([^"]+)"', make().svg))


@EACH_PICTURE
def test_no_text_leaves_the_picture(make):
    root = ElementTree.fromstring(make().svg)
    height = float(root.get("viewBox").split()[3])
    for element in root.iter(f"{SVG}text"):
        wide = svg.text_width("".join(element.itertext()), float(element.get("font-size")))
        left = float(element.get("x")) - wide * {"middle": 0.5, "end": 1}.get(
            element.get("text-anchor"), 0
        )
        assert left >= -1 and left + wide <= svg.WIDTH + 1, "".join(element.itertext())
        assert 0 < float(element.get("y")) < height


@EACH_PICTURE
def test_each_text_on_a_block_stands_out_from_its_colour(make):
    """A text with a fill of its own is written over the block drawn before it."""
    behind = "#FFFFFF"
    for element in ElementTree.fromstring(make().svg).iter():
        fill = element.get("fill", "")
        if element.tag == f"{SVG}rect" and re.match("#|url", fill):
            behind = fill if fill.startswith("#") else svg.GREY
        if element.tag == f"{SVG}text" and fill.startswith("#") and "≠" not in element.text:
            assert svg.contrast(fill, behind) >= 4.5, (element.text, fill, behind)


@pytest.mark.parametrize("scheme", [svg.LIGHT, svg.DARK], ids=["light", "dark"])
def test_text_on_the_card_is_readable_in_both_schemes(scheme):
    assert svg.contrast(scheme["ink"], scheme["card"]) >= 7
    assert svg.contrast(scheme["soft"], scheme["card"]) >= 4.5


@pytest.mark.parametrize("colour", [*svg.COLOURS, svg.GREY])
def test_every_colour_carries_readable_text(colour):
    assert svg.contrast(svg.ink_on(colour), colour) >= 4.5


def test_a_saved_picture_is_a_file_of_its_own(tmp_path):
    path = tmp_path / "shards.svg"
    drawn(cut(packed(4, 2), 2), packed(4, 2)).save(path)
    assert ElementTree.parse(path).getroot().tag == f"{SVG}svg"


def test_html_holds_the_picture_and_its_words():
    still, moving = PICTURES["double cut"](), draw_walk()
    data = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', still.html())
    assert base64.b64decode(data[1]).decode() == still.svg
    assert 'alt="Whole: q (8, 3)' in still.html()
    assert moving.html().startswith("<object ")  # an image could not be paused


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
    assert "No rank called a collective." in draw_timeline(GroupRun(2, Verdict.ACCEPTED, ranks)).svg


# a report


def of_report(verdict, **fields):
    from judge import catalog

    case = CaseReport("load", "ch03.3", verdict, 2, title="QKV loader", **fields)
    return Report(catalog.find("ch03"), verdict, 0, 1, RunInfo("7f3a", (2,)), (case,))


def sources(whole):
    return [Source(n, w.numpy(), f"{n} head", HEAD_DIM) for n, w in whole.items()]


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


@pytest.mark.parametrize("dim", [0, 1])
def test_long_names_are_cut_and_do_not_run_into_each_other(dim):
    name = "model.layers.27.self_attn.q_proj.weight"
    whole = torch.arange(1.0, 17).reshape(4, 4)
    picture = draw_shards(whole.chunk(2, dim), {name: whole}, dim=dim, title=name * 4)
    assert any(t.startswith("…") and t.endswith("q_proj.weight") for t in texts(picture))
    assert name in picture.words
    test_no_text_leaves_the_picture(lambda: picture)


def test_a_shape_of_one_dimension_is_written_as_python_does():
    norm = torch.tensor([1.0, 2, 3])
    assert "whole (3,)" in texts(draw_shards([norm, norm], {"norm": norm}))
