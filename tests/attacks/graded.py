"""Gradings of one case each, after which nothing may be left behind."""

import dataclasses
import time
from pathlib import Path

from judge import catalog, processes
from judge.grade import Options
from judge.records import Limits, Submission

P199 = catalog.find("199")
HERE = Path(__file__).parent
LIMITS = Limits(cpu_s=1.0, idle_s=0.6, memory_mb=400)
WITH_TIME = dataclasses.replace(LIMITS, cpu_s=10.0, idle_s=10.0)


def grade(session, problem, submission, case, tp, limits=LIMITS, untrusted=False):
    limited = dataclasses.replace(problem, limits=limits)
    options = Options(tp=(tp,), case=case, seed="attack", untrusted=untrusted)
    report = session.grade(limited, submission, options)
    leaves_nothing(session)
    return report


def leaves_nothing(session):
    """Only the template is left, with no child; whoever ran away is dead."""
    template, end = session._template, time.monotonic() + 5
    while alive := set(processes.marked(str(template.directory))) - {template.pid}:
        assert time.monotonic() < end, alive


def shard_submission(tmp_path, folder, name):
    text = (HERE / folder / f"{name}.py").read_text()
    right = solution(P199) if folder == "shard_tensor" else ""
    (tmp_path / "shard_tensor.py").write_text(right + text)
    return Submission(tmp_path)


def solution(problem, file=""):
    return (catalog.solution_home(problem) / (file or problem.files[0])).read_text() + "\n\n"


def check(report, verdict, fragment):
    """The verdict is one of those named, and the case says why."""
    assert report.verdict in verdict.split(), [case.message for case in report.cases]
    assert fragment in "\n".join(case.message for case in report.cases)
