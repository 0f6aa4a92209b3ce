"""How a wrong result is put into words: on which ranks, what was got, what it resembles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from .. import compare, provenance
from ..compare import Difference
from ..i18n import _, plural
from ..records import Finding, GroupRun, Inputs, RankRun, Verdict
from ..wire import Array

Sources: TypeAlias = Callable[[Inputs], Sequence[provenance.Source]]

_SHORT = 60  # characters of a value that is worth printing for every rank


class Wrong(NamedTuple):
    """One named result of one rank that is not what it should be."""

    rank: RankRun
    name: str
    difference: Difference
    value: Any  # the expected one
    shared: bool = False  # a fact of the whole call, which no other rank has


def finding_of(
    wrong: Sequence[Wrong],
    inputs: Inputs,
    run: GroupRun,
    show: Sequence[str],
    sources: Sources | None,
    right_counts: str,
) -> Finding:
    """The finding about the first name that is wrong, on all the ranks where it is."""
    first = wrong[0]
    same = [w for w in wrong if w.name == first.name]
    lines = [f"{first.difference.sentence}{_on(same, run)}.", _where(first, run)]
    lines.append(shown(inputs, show))
    told = [_in_words(w, sources(inputs)) for w in same] if sources else [None]
    if (words := told[0]) is None:
        expected, actual = _values(same, run)
        lines.append(_unwritten(first) or _resembles(first, inputs))
    elif words.table:
        expected, actual = "", ""
        lines.append(words.table)
    else:
        named = [(w, t) for w, t in zip(same, told, strict=True) if t and not t.table]
        expected = _each([w for w, t in named], [t.expected for w, t in named])
        actual = _each([w for w, t in named], [t.actual for w, t in named])
    return Finding(
        verdict=Verdict.WRONG_ANSWER,
        message="\n".join(line for line in lines if line),
        expected=expected,
        actual=actual,
        rank=first.rank.rank,
        still_right=_still_right(wrong, run, right_counts),
    )


def _where(wrong: Wrong, run: GroupRun) -> str:
    """Which row is shown, where it is only one."""
    if not wrong.difference.where:
        return ""
    sentence = _("The first that differs: {where}.")
    if len(run.ranks) > 1:
        sentence = _("The first that differs, on rank {rank}: {where}.")
    return sentence.format(rank=wrong.rank.rank, where=wrong.difference.where)


def shown(inputs: Inputs, names: Sequence[str], small: bool = False) -> str:
    """The inputs that fit on a line: `x [[1, 1]]   frame_size 8`. `small`: none if one is cut."""
    apart = bool(inputs.own_arrays)
    arrays = {name: f"{_whose(name, apart)} {compare.show(a)}" for name, a in inputs.arrays.items()}
    plain = {name: f"{name} {compare.word(value)}" for name, value in inputs.params.items()}
    told = {**plain, **arrays}
    if small and any(inputs.arrays[n].size > compare.MAX_SHOWN for n in names if n in arrays):
        return ""
    return "   ".join(told[name] for name in names if name in told)


def _whose(name: str, apart: bool) -> str:
    """ "x 1" is x on rank 1, where each rank is sent its own."""
    what, _space, number = name.rpartition(" ")
    if not apart or not number.isdecimal() or any(word.isdecimal() for word in what.split()):
        return name
    return _("{what} on rank {rank}").format(what=what, rank=number)


def tokens(count: int) -> str:
    """ "1 token", "5 tokens"."""
    return plural("{count} token", "{count} tokens", count).format(count=count)


def counts_in_words(counts: Mapping[str, int]) -> str:
    """ "1 all_reduce", "no collective"."""
    return ", ".join(f"{n} {op}" for op, n in sorted(counts.items()) if n) or _("no collective")


def _on(same: Sequence[Wrong], run: GroupRun) -> str:
    """ " on rank 1", " on both ranks", " on all 4 ranks"; nothing for a single process."""
    if len(run.ranks) == 1 or same[0].shared:
        return ""
    if len(same) < len(run.ranks):
        return _(" on {ranks}").format(ranks=_ranks([w.rank.rank for w in same]))
    return _(" on both ranks") if len(same) == 2 else _(" on all {n} ranks").format(n=len(same))


def _ranks(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return _("rank {rank}").format(rank=numbers[0])
    listed = ", ".join(map(str, numbers[:-1]))
    return _("ranks {some} and {last}").format(some=listed, last=numbers[-1])


def _values(same: Sequence[Wrong], run: GroupRun) -> tuple[str, str]:
    """Expected and got: once when the ranks agree, rank by rank when it is short."""
    expected = [w.difference.expected for w in same]
    actual = [w.difference.actual for w in same]
    if len(run.ranks) == 1 or same[0].difference.where:
        return expected[0], actual[0]
    if max(map(len, expected + actual)) > _SHORT:
        tail = f"   (rank {same[0].rank.rank})" if len(set(actual)) > 1 else ""
        return expected[0], actual[0] + tail
    return _each(same, expected), _each(same, actual)


def _each(same: Sequence[Wrong], texts: Sequence[str]) -> str:
    if len(set(texts)) == 1:
        return texts[0]
    return "\n".join(f"rank {w.rank.rank}   {text}" for w, text in zip(same, texts, strict=True))


class _Words(NamedTuple):
    """Expected and got of a labelled tensor as "W rows 2–3", or a table where that is too long."""

    expected: str
    actual: str
    table: str = ""


_MOST_READ = 100_000  # numbers or rows of a result that are looked up one by one


def _in_words(wrong: Wrong, sources: Sequence[provenance.Source]) -> _Words | None:
    got = wrong.rank.arrays.get(wrong.name)
    if wrong.difference.kind not in ("values", "shape") or not isinstance(got, Array):
        return None
    want, have = wrong.value, got.numpy()
    if max(have.size, *have.shape, 0) > _MOST_READ:
        return None
    told = _Words(provenance.words(want, sources), provenance.words(have, sources))
    clear = bool(told.expected and told.actual) and told.expected != told.actual
    if clear and "then" not in told.expected + told.actual:
        return told
    if _is_unread(want, sources):
        return None
    if want.shape == have.shape and (table := provenance.table(want, have, sources)):
        return _Words("", "", table)
    return told if clear else None


def _is_unread(want: np.ndarray, sources: Sequence[provenance.Source]) -> bool:
    """Whether what should be there comes from no labelled tensor: then its numbers tell more."""
    nowhere = provenance.no_row()
    return any(part.text == nowhere for part in provenance.read(want, sources))


def _unwritten(wrong: Wrong) -> str:
    """Ranks begin with memory full of NaN: what nobody writes to stays so."""
    got = wrong.rank.arrays.get(wrong.name)
    if wrong.difference.kind != "non-finite" or not isinstance(got, Array):
        return ""
    written = not np.isnan(got.numpy()).all()
    return "" if written else _("Nothing was written there: torch.empty gives nan here.")


def _resembles(wrong: Wrong, inputs: Inputs) -> str:
    """A plain relation between what was got and what was expected, where there is one."""
    got = wrong.rank.arrays.get(wrong.name)
    if wrong.difference.kind != "values" or not isinstance(got, Array):
        return ""
    if wrong.value.dtype.kind != "f":  # ids and masks: twice an id means nothing
        return ""
    want, have = wrong.value.astype(np.float64), got.numpy().astype(np.float64)
    if not (np.isfinite(have).all() and np.isfinite(want).all() and want.any()):
        return ""
    if not have.any():
        return _("Every number is 0.")
    return _ratio(want, have) or _difference(want, have, _bias(inputs, wrong))


def _bias(inputs: Inputs, wrong: Wrong) -> np.ndarray | None:
    """The part of b that belongs to a result: all of it, or this rank's slice."""
    bias, width = inputs.arrays.get("b"), wrong.value.shape[-1:]
    if bias is None or not width or len(bias) % width[0]:
        return None
    start = wrong.rank.rank * width[0] if len(bias) > width[0] else 0
    return bias[start : start + width[0]]


def _ratio(want: np.ndarray, have: np.ndarray) -> str:
    """One number is always some multiple of another: that says nothing."""
    if want.size < 2:
        return ""
    ratio = float((have * want).sum() / (want * want).sum())
    if not np.allclose(have, ratio * want, rtol=1e-6) or abs(ratio - 1) < 1e-3:
        return ""
    return _("Every number is {ratio} times what it should be.").format(ratio=compare.number(ratio))


def _difference(want: np.ndarray, have: np.ndarray, bias: np.ndarray | None) -> str:
    """By how many biases the two differ. A bias is added to the last dimension."""
    if bias is None or bias.shape != want.shape[-1:]:
        return ""
    times = (have - want) / bias
    count = float(times.flat[0])
    if not count.is_integer() or not (times == count).all():
        return ""
    if count == -1:
        return _("b is not in it.")
    return _("b is in it {n} times, not once.").format(n=int(count) + 1)


def _still_right(wrong: Sequence[Wrong], run: GroupRun, right_counts: str) -> str:
    """What a learner need not doubt."""
    bad = {w.rank.rank for w in wrong}
    good = [rank.rank for rank in run.ranks if rank.rank not in bad]
    text = _ranks(good) if good else ""
    of_tensors = all(isinstance(w.value, np.ndarray) for w in wrong)
    if not good and of_tensors and all(w.difference.kind == "values" for w in wrong):
        of_bytes = all(compare.is_bytes(w.value) for w in wrong)
        text = _("the lengths") if of_bytes else _("shape and dtype")
    if right_counts:
        calls = _("the calls: {counts}").format(counts=right_counts)
        text = _("{one}, and {other}").format(one=text, other=calls) if text else calls
    return text[:1].upper() + text[1:]
