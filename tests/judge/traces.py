"""Calls, ranks and traces as they come out of a grading."""

import math
from dataclasses import replace

from judge.records import Collective, GroupRun, Place, RankRun, Verdict
from judge.render.layout import Screen, fit_characters
from judge.render.trace import lines
from judge.trace import of_run

HERE = Place("embedding.py", 48, "y = self.group.all_reduce(y)")
LEFT = Place("embedding.py", 44, "if not mask.any(): return y")


def call(op="all_reduce", group=(0, 1), shape=(3, 4), number=1, root=None, where=HERE, **more):
    size = 0 if op == "recv" else 4 * math.prod(shape)
    return Collective(
        op, tuple(group), shape, "float32", size, "sum" if op == "all_reduce" else "",
        root, where, number, **more,
    )  # fmt: skip


def rank(number, *calls, status="returned", **more):
    numbered = tuple(replace(c, number=i) for i, c in enumerate(calls, 1))
    waits_in = numbered[-1] if status == "waits" else None
    where = numbered[-1].where if status == "waits" else more.pop("where", None)
    return RankRun(number, status, collectives=numbered, waits_in=waits_in, where=where, **more)


def traced(*ranks, verdict=Verdict.ACCEPTED, title="embedding forward"):
    return of_run(GroupRun(len(ranks), verdict, tuple(ranks)), title)


def deadlock(size=2):
    """Rank 1 returns before the second all_reduce of the others."""
    one = call(group=range(size))
    ranks = [rank(r, one, one, status="waits") for r in range(size)]
    ranks[1] = rank(1, one, where=LEFT)
    return traced(*ranks, verdict=Verdict.DEADLOCK)


# the text


def shown(trace, width=80, ascii=False):
    screen = Screen(width, ascii)
    return [fit_characters(line, screen) for line in lines(trace, "ch05", screen)]


# the command
