"""Random programs of collectives: valid ones complete, broken ones never hang."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from net import ALL_OPS, Net, arrays, more_for, sent_by

from judge.records import Verdict


@st.composite
def programs(draw):
    """(size, steps): each step is a collective of some group, the same for all its members."""
    size = draw(st.integers(2, 4))
    ranks = st.lists(st.sampled_from(range(size)), min_size=1, max_size=size, unique=True)
    step = st.tuples(st.sampled_from(ALL_OPS), ranks, st.integers(0, 9), st.booleans())
    message = st.tuples(
        st.just("message"), ranks.filter(lambda r: len(r) > 1), st.just(0), st.just(False)
    )
    return size, draw(st.lists(st.one_of(step, message), max_size=12))


def parts_of(size, steps):
    """For each rank, in order, the calls it makes: (op, group, keyword arguments, blocks)."""
    own = [[] for _ in range(size)]
    for op, group, root, is_async in steps:
        if op == "message":
            own[group[0]].append(("send", range(size), {"sent": arrays(5), "root": group[1]}, True))
            own[group[1]].append(("recv", range(size), {"root": group[0]}, True))
            continue
        root %= len(group)
        for position, rank in enumerate(group):
            more = more_for(op, len(group), root, group)
            more["sent"] = sent_by(op, position, len(group), root)
            own[rank].append((op, group, more, not is_async))
    return own


def play(size, steps, order):
    """Let the ranks run in a random order until all have returned or none can. Returns the net."""
    net, todo = Net(size), parts_of(size, steps)
    running = set(range(size))
    while net.referee.event is None:
        free = [r for r in sorted(running) if net.referee.waits_in(r) is None]
        if not free:
            break
        rank = order.choice(free)
        if not todo[rank]:
            for handle in list(net.referee.ranks[rank].unwaited):
                net.wait(rank, handle)
            if net.referee.waits_in(rank) is None:
                running.discard(rank)
                net.referee.leave(rank, "returned")
            continue
        op, group, more, blocks = todo[rank].pop(0)
        (net.call if blocks else net.issue)(rank, op, group=group, **more)
    return net, running


@settings(max_examples=150, deadline=None)
@given(programs(), st.randoms(use_true_random=False))
def test_a_valid_program_completes_and_gives_the_same_in_any_order(program, order):
    size, steps = program
    first, running = play(size, steps, order)
    assert first.verdict is None and not running
    assert all(first.referee.leftovers(rank) == [] for rank in range(size))
    second, _ = play(size, steps, random.Random(0))
    assert first.got == second.got


@settings(max_examples=150, deadline=None)
@given(programs(), st.randoms(use_true_random=False), st.data())
def test_a_program_with_a_call_left_out_never_hangs(program, order, data):
    size, steps = program
    own = parts_of(size, steps)
    candidates = [(rank, i) for rank in range(size) for i in range(len(own[rank]))]
    if not candidates:
        return
    rank, index = data.draw(st.sampled_from(candidates))
    net, todo = Net(size), own
    dropped = todo[rank].pop(index)
    running = set(range(size))
    while net.referee.event is None and running:
        free = [r for r in sorted(running) if net.referee.waits_in(r) is None]
        assert free, "all wait and the referee has not noticed"
        who = order.choice(free)
        if todo[who]:
            op, group, more, _ = todo[who].pop(0)
            net.call(who, op, group=group, **more)
        else:
            running.discard(who)
            net.referee.leave(who, "returned")
    alone = len(set(dropped[1])) == 1
    assert net.verdict in (Verdict.DEADLOCK, Verdict.COLLECTIVE_MISMATCH) or alone
