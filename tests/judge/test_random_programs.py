"""Random valid programs give on the judge's ranks, number for number, what they give on gloo.

FUZZ_EXAMPLES=20000 pytest tests/judge/test_random_programs.py -m slow    runs as long as you like
"""

import json
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
import random_programs
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bench import call, statuses, violations
from judge.records import Limits

SIZES = (2, 3, 4)
HERE = Path(__file__).parent
ROOMY = Limits(cpu_s=60.0, idle_s=30.0)
LONG = int(os.environ.get("FUZZ_EXAMPLES", "400"))
OPS = (
    "all_reduce", "reduce", "broadcast", "all_gather", "all_gather_into", "gather", "scatter",
    "reduce_scatter", "all_to_all", "uneven", "barrier", "message", "ring",
)  # fmt: skip


@st.composite
def programs(draw):
    """(size, steps); members of a sub-group come in rank order, as new_group puts them."""
    size = draw(st.sampled_from(SIZES))
    members = st.sets(st.sampled_from(range(size)), min_size=2, max_size=size).map(sorted)
    slot = st.integers(0, random_programs.SLOTS - 1)
    call = st.fixed_dictionaries({
        "op": st.sampled_from(OPS), "group": members, "root": st.integers(0, 3),
        "reduce": st.sampled_from(("SUM", "MIN", "MAX", "PRODUCT")),
        "kind": st.sampled_from(("int64", "int32", "float64")),
        "source": slot, "target": slot, "wait": st.booleans(), "tag": st.integers(0, 1),
    })  # fmt: skip
    wait = st.fixed_dictionaries({"op": st.just("wait"), "root": st.integers(0, 9)})
    return size, draw(st.lists(st.one_of(call, call, wait), max_size=25))


@pytest.fixture(scope="module")
def gloo():
    """gloo(size, steps) -> what every rank ends with."""
    loopback = "lo0" if sys.platform == "darwin" else "lo"
    with subprocess.Popen(
        [sys.executable, HERE / "random_programs.py", ",".join(map(str, SIZES))],
        env={**os.environ, "OMP_NUM_THREADS": "1", "GLOO_SOCKET_IFNAME": loopback},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as server:  # fmt: skip

        def run(size, steps):
            print(json.dumps([size, steps]), file=server.stdin, flush=True)
            return json.loads(server.stdout.readline())

        yield run


@pytest.fixture(scope="module")
def groups(bench):
    text = (HERE / "random_programs.py").read_text()
    groups = {size: bench.group(size, text) for size in SIZES}
    yield groups
    for group in groups.values():
        group.close()


def compare(program, groups, gloo):
    size, steps = program
    run = call(groups[size], "play", ROOMY, more=[steps])
    assert statuses(run) == ["returned"] * size, run.message
    assert violations(run) == []
    assert [rank.values["value"] for rank in run.ranks] == gloo(size, steps)


COMMON = {"deadline": timedelta(seconds=20), "suppress_health_check": list(HealthCheck)}


@settings(max_examples=60, **COMMON)
@given(programs())
def test_a_random_program_gives_what_it_gives_on_gloo(groups, gloo, program):
    compare(program, groups, gloo)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@settings(max_examples=LONG, **COMMON)
@given(programs())
def test_many_random_programs_give_what_they_give_on_gloo(groups, gloo, program):
    compare(program, groups, gloo)
