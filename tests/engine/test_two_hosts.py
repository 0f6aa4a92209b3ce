"""The engine on two hosts under torchrun, and what its ranks say when the network goes."""

import contextlib
import json
import re
import subprocess
from pathlib import Path

import pytest
from hosts import LIMIT_S, c10d, static, two_hosts, why_not
from servers import TINY, write_endless

pytestmark = [
    pytest.mark.skipif(bool(reason := why_not()), reason=reason),
    pytest.mark.timeout(300),
]

ENGINE = ("-m", "solutions.ch11_qwen3.engine")


@pytest.fixture
def hosts():
    with two_hosts() as hosts:
        yield hosts


def ends(launchers):
    """(exit code, stdout, stderr) of each launcher, when both have ended."""
    outputs = [launcher.communicate(timeout=2 * LIMIT_S) for launcher in launchers]
    return [
        (launcher.returncode, *output) for launcher, output in zip(launchers, outputs, strict=True)
    ]


@pytest.mark.slow
def test_four_ranks_on_two_hosts_give_the_tokens_of_transformers(hosts):
    command = ("-m", "tests.engine.oracle_ranks")
    (code, out, err), (other_code, other_out, other_err) = ends(
        [host.torchrun(c10d, *command) for host in hosts]
    )
    assert (code, other_code, other_out) == (0, 0, ""), err + other_err
    found = json.loads(out)
    oracle = json.loads((TINY / "oracle.json").read_text())
    assert found["tokens"] == [item["greedy_ids"] for item in oracle["prompts"]]
    assert found["hosts"] == ["host-one", "host-one", "host-two", "host-two"]
    assert found["group"] == "TorchGroup"  # not shared memory, which two hosts have not
    assert [host.processes() for host in hosts] == [[], []]


@pytest.mark.slow
def test_every_rank_tells_within_the_time_out_that_the_network_has_gone(hosts, tmp_path):
    model = write_endless(tmp_path / "model")
    (model / "generation_config.json").write_text('{"eos_token_id": 9999}')
    argv = ("--model", str(model), "--max-tokens", "90000", "--timeout", "8", "Count")
    launchers = [host.torchrun(static, *ENGINE, *argv) for host in hosts]
    assert launchers[0].stdout.read(40).startswith(" up: one, two, three,")
    hosts[0].cut()
    for first_rank, host, (code, _, err) in zip((0, 2), hosts, ends(launchers), strict=True):
        assert code == 1
        for rank in (first_rank, first_rank + 1):
            told = rf"^engine: rank {rank} of 4, on {host.name}, (waited 8 s|lost another rank) in "
            assert len(re.findall(told, err, re.M)) == 1, err
        assert "waited 8 s in " in err
        assert "solutions/" not in err  # no stack of the ranks' own
    assert [host.processes() for host in hosts] == [[], []]


def test_nothing_of_a_host_is_left_when_a_test_fails():
    with contextlib.suppress(KeyError), two_hosts() as hosts:
        left = subprocess.Popen(hosts[0].command("sleep", "1000"))
        first = Path(f"/proc/{hosts[0].first_pid}")
        assert first.exists()
        raise KeyError("a test that fails")
    assert left.wait(LIMIT_S) != 0
    assert not first.exists()
