"""doctor says what a machine has and lacks, and what to do about it."""

import json
import resource
import sys

import pytest
from reduced import JUDGE, in_namespaces, lacking, run, small_disk

from judge import isolation

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reduced by means of Linux")


# doctor


def statuses(done):
    found = json.loads(done.stdout)
    assert found["schema"] == "judge-doctor/1" and found["fit"] == (done.returncode == 0)
    return {check["name"]: check for check in found["checks"]}


def test_doctor_finds_this_machine_fit():
    done = run([*JUDGE, "doctor"])
    assert done.returncode == 0, done.stdout
    assert "FAIL" not in done.stdout and "real gloo" in done.stdout


@pytest.mark.slow
def test_doctor_names_each_layer_that_is_missing():
    done = run([*lacking(*isolation.NAMES), "doctor", "--json"])
    found = statuses(done)
    assert done.returncode == 0
    for name in (*isolation.NAMES, "strangers' code"):
        assert found[name]["status"] == "WARN" and found[name]["found"]


@pytest.mark.slow
def test_doctor_says_what_is_too_low():
    def limit():
        resource.setrlimit(resource.RLIMIT_NOFILE, (48, 48))
        resource.setrlimit(resource.RLIMIT_CPU, (1000, 1000))

    found = statuses(run([*JUDGE, "doctor", "--json"], limit))
    assert found["open files"]["status"] == "FAIL" and "ulimit -n" in found["open files"]["advice"]
    assert found["CPU time"]["status"] == "WARN"


def test_doctor_finds_a_full_disk(tmp_path):
    done = run(in_namespaces("-Urm", small_disk(tmp_path, "16k"), "doctor", "--json"))
    found = statuses(done)
    assert done.returncode == 3
    assert found["disk"]["status"] == found["scratch"]["status"] == "FAIL"
    assert found["template"]["status"] == "FAIL"
