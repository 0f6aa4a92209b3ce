"""Chapter 11: whether each rank brings a part of its own into the sums of the hidden states.

Every rank can read the whole checkpoint, and could compute the whole model by itself. The tokens
would be right: what tells is what the all-reduces of such code carry.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..i18n import _
from ..records import Check, Collective, Finding, GroupRun, Inputs, Verdict
from ..telling import first_of
from .ch11_parts import made_up
from .qwen3_numpy import Sizes


def with_real_sums(check: Check) -> Check:
    """The same check; then the sums must be such. The sizes are the case's secret.

    So are the sequences of ids that are `fed` to the model, each of which must be summed.
    """
    return first_of(check, faked, _made_up)


def _made_up(inputs: Inputs, run: GroupRun) -> Finding | None:
    if run.tp == 1:
        return None
    calls = [_sums(rank.collectives, inputs.secret["sizes"], run.tp) for rank in run.ranks]
    return made_up(inputs, run, calls)


def faked(inputs: Inputs, run: GroupRun) -> Finding | None:
    """The first sum of a layer that was not needed, since one rank adds nothing or all the same.

    The first sum of a forward is the embedding's: a rank that has none of the ids adds zeros there.
    """
    if run.tp == 1:
        return None
    sizes: Sizes = inputs.secret["sizes"]
    sums = [_sums(rank.collectives, sizes, run.tp) for rank in run.ranks]
    of_one = 2 * sizes.num_hidden_layers + 1
    for rank, mine in enumerate(sums):
        if not mine or len(mine) % of_one:
            message = _("Rank {rank} makes {count} all_reduces of hidden states.").format(
                rank=rank, count=len(mine)
            )
            return _finding(message, f"{of_one} in each forward", str(len(mine)), rank)
    for number, together in enumerate(zip(*sums, strict=False)):
        if number % of_one and (found := _not_needed(together)):
            return found
    return None


def no_logits(inputs: Inputs, run: GroupRun) -> Finding | None:
    """Greedy tokens need a few numbers of each rank beside the sums, and no logits.

    For each token that is chosen, `chosen` in the secret, 64 bytes are plenty.
    """
    for rank in run.ranks if run.tp > 1 else ():
        sums = _sums(rank.collectives, inputs.secret["sizes"], run.tp)
        others = sum(c.num_bytes for c in rank.collectives) - sum(c.num_bytes for c in sums)
        most = 64 * inputs.secret["chosen"]
        if others > most:
            message = _("Rank {rank} sends more than greedy tokens need.").format(rank=rank.rank)
            least = _("at most {value} bytes beside the sums of hidden states")
            return _finding(message, least.format(value=most), f"{others} bytes", rank.rank)
    return None


def _sums(calls: Sequence[Collective], sizes: Sizes, tp: int) -> list[Collective]:
    """The all-reduces of hidden states, by all ranks; what finds a greedy token has other sizes."""
    return [
        call
        for call in calls
        if call.op == "all_reduce" and call.reduce_op in ("sum", "avg")
        if "float" in call.dtype and len(call.group) == tp
        if sizes.hidden_size in call.shape or _is_flat(call.shape, sizes.hidden_size)
    ]


def _is_flat(shape: Sequence[int], hidden: int) -> bool:
    return len(shape) == 1 and not shape[0] % hidden


def _not_needed(together: Sequence[Collective]) -> Finding | None:
    """Of one sum, as each rank called it."""
    for rank, call in enumerate(together):
        if not call.checksum:
            message = _(
                "Rank {rank} adds only zeros in {call}: it has no part in this sum."
            ).format(rank=rank, call=call)
            return _finding(message, "the part of this rank's own heads or neurons", "zeros", rank)
    if len({call.checksum for call in together}) > 1:
        return None
    message = _("All ranks add the same in {value}: they have computed it whole.").format(
        value=together[0]
    )
    return _finding(message, "on each rank the part of its own heads or neurons", "no difference")


def _finding(message: str, expected: str, actual: str, rank: int | None = None) -> Finding:
    verdict = Verdict.CONTRACT_VIOLATION
    return Finding(verdict, message, expected, actual, rank, still_right=_("The tokens"))
