"""Problem 199 as an exception-based test of otter-grader: one test case for each assert."""

import sys
from types import SimpleNamespace

from otter.test_files import test_case

sys.path.insert(0, "SIDES")  # bench_grading.py writes the folder

from asserts_199 import asserts

OK_FORMAT = False
name = "199"
points = 1


def _case(check):
    @test_case()
    def run(env):
        check(SimpleNamespace(**env))

    return run


for _name, _check in asserts():
    globals()[f"test_{_name}"] = _case(_check)
