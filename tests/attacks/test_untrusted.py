"""Every attack once more as strangers' code, where nothing may be won and nothing left."""

import pytest
from graded import LIMITS, P199, WITH_TIME, grade, shard_submission
from test_attacks import CH02, row_submission
from verdicts import NEEDS_TIME, ROW, SHARD

from judge.errors import MachineUnfit

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name, verdict", [row[:2] for row in SHARD])
def test_a_strangers_attack_on_problem_199_gets_its_verdict(session, tmp_path, name, verdict):
    submission = shard_submission(tmp_path, "shard_tensor", name)
    judged_so(graded(session, P199, submission, "q-rows", name), verdict)


@pytest.mark.parametrize("name, verdict", [row[:2] for row in ROW])
def test_a_strangers_attack_on_the_row_parallel_layer_gets_its_verdict(
    session, tmp_path, name, verdict
):
    submission = row_submission(tmp_path, name)
    judged_so(graded(session, CH02, submission, "row-bias", name), verdict)


def judged_so(report, verdict):
    """As of anybody's code; but a message that only a forger sends is tampering."""
    if report.verdict == "tampering":
        assert "contract_violation" in verdict.split()
        assert any("cannot be read" in case.message for case in report.cases)
    else:
        assert report.verdict in verdict.split(), [case.message for case in report.cases]
        said = [case.message for case in report.cases if "cannot be read" in case.message]
        assert all("too large" in message for message in said)


def graded(session, problem, submission, case, name):
    limits = WITH_TIME if name in NEEDS_TIME else LIMITS
    try:
        return grade(session, problem, submission, case, 2, limits, untrusted=True)
    except MachineUnfit as error:
        pytest.skip(str(error))
