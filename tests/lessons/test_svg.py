"""What every picture must be: well formed, readable, the same each time."""

import base64
import re
from xml.etree import ElementTree

import pytest
import torch
from packed import SVG, cut, drawn, packed, stuck, texts

from judge.lesson import draw_shards, draw_timeline, draw_walk
from judge.render import svg

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


@pytest.mark.parametrize("dim", [0, 1])
def test_long_names_are_cut_and_do_not_run_into_each_other(dim):
    name = "model.layers.27.self_attn.q_proj.weight"
    whole = torch.arange(1.0, 17).reshape(4, 4)
    picture = draw_shards(whole.chunk(2, dim), {name: whole}, dim=dim, title=name * 4)
    assert any(t.startswith("…") and t.endswith("q_proj.weight") for t in texts(picture))
    assert name in picture.words
    test_no_text_leaves_the_picture(lambda: picture)
