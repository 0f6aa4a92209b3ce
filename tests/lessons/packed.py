"""Weights packed from heads, cut, and the text of a picture of them."""

from xml.etree import ElementTree

import torch

from judge.lesson import draw_shards
from judge.provenance import Source
from judge.records import Collective, GroupRun, RankRun, Verdict

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


def texts(picture):
    """Each line of text that the picture shows."""
    found = ElementTree.fromstring(picture.svg).iter(f"{SVG}text")
    return ["".join(element.itertext()).replace("\N{NO-BREAK SPACE}", " ") for element in found]


def stuck(size=2):
    """Rank 1 returned while the others wait in their second all_reduce."""
    calls = [
        Collective("all_reduce", tuple(range(size)), (3, 4), "float32", 48, "sum", number=n)
        for n in (1, 2)
    ]
    waits = [RankRun(r, "waits", collectives=tuple(calls), waits_in=calls[1]) for r in range(size)]
    waits[1] = RankRun(1, "returned", collectives=tuple(calls[:1]))
    return GroupRun(size, Verdict.DEADLOCK, tuple(waits))


def sources(whole):
    return [Source(n, w.numpy(), f"{n} head", HEAD_DIM) for n, w in whole.items()]
